import type { StepOutcome, Tool, ToolEvent } from "@genericagent/core-loop";
import type { MaskStream, SecretMask } from "./secret-mask.js";

/** Takes secrets out of all that a tool shows and answers, also where they are split over pieces of output. */
export const maskTool = (tool: Tool, mask: SecretMask): Tool => ({
  spec: tool.spec,
  async *run(args, context) {
    const stream = mask.stream();
    const running = tool.run(args, context);
    const outcome = "then" in running ? await running : yield* maskedEvents(running, stream, mask);
    const rest = stream.end();
    if (rest) yield { type: "tool-output", callId: context.call.id, text: rest };
    return { ...outcome, data: maskedData(outcome.data, mask) };
  },
});

async function* maskedEvents(
  running: AsyncGenerator<ToolEvent, StepOutcome, void>,
  stream: MaskStream,
  mask: SecretMask,
): AsyncGenerator<ToolEvent, StepOutcome, void> {
  try {
    for (let next = await running.next(); ; next = await running.next()) {
      if (next.done) return next.value;
      const event = next.value;
      if (event.type !== "tool-output") yield { ...event, message: mask.mask(event.message) };
      else {
        const text = stream.push(event.text);
        if (text) yield { ...event, text };
      }
    }
  } finally {
    await running.return(undefined as never);
  }
}

/** Every text in an answer, whatever its shape. */
function maskedData(data: unknown, mask: SecretMask): unknown {
  if (typeof data === "string") return mask.mask(data);
  if (Array.isArray(data)) return data.map((item) => maskedData(item, mask));
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, maskedData(value, mask)]));
}
