import { noToolStep, type ToolHandler } from "@genericagent/core-loop";
import type { Acceptance } from "./acceptance.js";

/** What is said to a run from outside while it works. Nothing of it is lost: what a run did not get, the next does. */
export class Steering {
  #waiting: string[] = [];
  #inFlight: string[] = [];

  add(text: string): void {
    this.#waiting.push(text);
  }

  /** What stands in the next message, where there is any. */
  take(): string | undefined {
    if (this.#waiting.length === 0) return undefined;
    this.#inFlight.push(...this.#waiting);
    const said = this.#waiting.map((text) => `[MASTER] ${text}`).join("\n\n");
    this.#waiting = [];
    return said;
  }

  /** What no run has got yet, as it was said; nothing of it waits any more. */
  takeUnsaid(): string | undefined {
    return this.#waiting.splice(0).join("\n\n") || undefined;
  }

  /** The message with what was taken is in the journal. */
  delivered(): void {
    this.#inFlight = [];
  }

  /** The run ended before that message was made. */
  giveBack(): void {
    this.#waiting.unshift(...this.#inFlight);
    this.#inFlight = [];
  }
}

/** The handler of a run that can be steered, and whose "done" can be refused. */
export const steeredHandler = (
  handler: ToolHandler,
  steering: Steering,
  acceptance?: Acceptance,
): ToolHandler => ({
  dispatch: (context) => handler.dispatch(context),
  noTool: async (reply, context) => {
    const step = await (handler.noTool?.(reply, context) ?? noToolStep(reply, context));
    if ("nextPrompt" in step || step.end !== "done") return step;
    const said = steering.take();
    if (said !== undefined) return { nextPrompt: said };
    return acceptance ? acceptance.judge(reply) : step;
  },
  turnEnd: async (record) => {
    const anchor = handler.turnEnd && (await handler.turnEnd(record));
    const parts = [anchor, steering.take()].filter((part) => part !== undefined);
    return parts.length > 0 ? parts.join("\n\n") : undefined;
  },
});
