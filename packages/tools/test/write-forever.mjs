// Writes two contents in turn to one file with the built tools, until it is killed.
import { createTools } from "../dist/index.js";

const [cwd, path, chars] = process.argv.slice(2);
const { handler } = createTools({ cwd });
const usage = { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };

for (let round = 0; ; round++) {
  const content = (round % 2 ? "b" : "a").repeat(Number(chars));
  const call = { type: "tool-call", id: `${round}`, name: "file_write", args: { path, content } };
  const reply = { message: { role: "assistant", content: [call] }, stopReason: "tool-calls", usage };
  await handler.dispatch({ call, reply, turn: 1, signal: new AbortController().signal }).next();
  if (round === 0) console.log("ready");
}
