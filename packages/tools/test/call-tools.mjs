// Runs calls of the built tools, given as JSON on its input, and prints their answers as JSON.
import { readFileSync } from "node:fs";
import { createTools, noSandbox } from "../dist/index.js";

const { ports, calls, sandbox } = JSON.parse(readFileSync(0, "utf8"));
const { handler } = createTools({ ...ports, ...(sandbox === "none" && { sandbox: noSandbox }) });
const answers = [];
for (const [index, [name, args]] of calls.entries()) {
  const call = { type: "tool-call", id: `${index}`, name, args };
  const reply = { message: { role: "assistant", content: [call] }, stopReason: "tool-calls" };
  const running = handler.dispatch({ call, reply, turn: 1, signal: new AbortController().signal });
  let step = await running.next();
  while (!step.done) step = await running.next();
  answers.push(step.value);
}
console.log(JSON.stringify(answers));
