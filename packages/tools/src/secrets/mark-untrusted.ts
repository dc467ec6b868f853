import type { StepOutcome, Tool, ToolContent } from "@genericagent/core-loop";

/**
 * The first line of every result that holds text of others: 4 tokens (o200k and cl100k). It needs no closing mark
 * that such a text could forge, since the end of the result is the end of the data on every wire.
 */
export const UNTRUSTED_MARK = "[untrusted]";

const SHOWS_TEXT_OF_OTHERS = new Set(["code_run", "file_read", "web_scan", "web_execute_js"]);

/** Marks what comes from files, commands and pages as data. */
export const markUntrusted = (tool: Tool): Tool =>
  SHOWS_TEXT_OF_OTHERS.has(tool.spec.name)
    ? {
        spec: tool.spec,
        async *run(args, context) {
          const running = tool.run(args, context);
          return marked("then" in running ? await running : yield* running);
        },
      }
    : tool;

function marked(outcome: StepOutcome): StepOutcome {
  const { data } = outcome;
  if (typeof data === "string") return { ...outcome, data: `${UNTRUSTED_MARK}\n${data}` };
  if (Array.isArray(data))
    return { ...outcome, data: [{ type: "text", text: UNTRUSTED_MARK }, ...(data as ToolContent[])] };
  return { ...outcome, data: `${UNTRUSTED_MARK}\n${JSON.stringify(data)}` };
}
