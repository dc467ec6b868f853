import { fileURLToPath } from "node:url";

/** The built tools. */
export const TOOLS = fileURLToPath(new URL("../../packages/tools/dist/index.js", import.meta.url));

/** `call(name, args)` runs one call of the tools to its end and gives its outcome. */
export async function openTools(ports) {
  const { createTools } = await import(TOOLS);
  const { handler } = createTools(ports);
  let calls = 0;
  return async (name, args) => {
    const call = { type: "tool-call", id: `${++calls}`, name, args };
    const reply = { message: { role: "assistant", content: [call] }, stopReason: "tool-calls" };
    const running = handler.dispatch({ call, reply, turn: 1, signal: new AbortController().signal });
    for (;;) {
      const step = await running.next();
      if (step.done) return step.value;
    }
  };
}
