// Exits while a command of the built tools still runs, after it has printed the command's process group.
import { createTools, noSandbox } from "../dist/index.js";

const { handler } = createTools({ cwd: process.cwd(), sandbox: noSandbox });
const call = {
  type: "tool-call",
  id: "1",
  name: "code_run",
  args: { type: "bash", script: "echo $$; sleep 60" },
};
const reply = { message: { role: "assistant", content: [call] }, stopReason: "tool-calls" };
const running = handler.dispatch({ call, reply, turn: 1, signal: new AbortController().signal });
const { value } = await running.next();
process.stdout.write(value.text, () => process.exit(3));
