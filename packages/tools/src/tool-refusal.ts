import { GenericAgentError } from "@genericagent/core-loop";

/** A tool's plain answer "this cannot be done": what was tried, why it failed and what to do. */
export class ToolRefusal extends GenericAgentError {
  override readonly name = "ToolRefusal";

  constructor(message: string, cause?: unknown) {
    super({ code: "tool-refused", message, cause });
  }
}
