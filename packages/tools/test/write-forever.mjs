// Writes two contents in turn to each of several files with the built tools, until it is killed or its parent ends.
import { createTools } from "../dist/index.js";

const [cwd, chars, ...paths] = process.argv.slice(2);
const { handler } = createTools({ cwd });
const usage = { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };

async function write(path, round) {
  const content = (round % 2 ? "b" : "a").repeat(Number(chars));
  const call = { type: "tool-call", id: `${path}-${round}`, name: "file_write", args: { path, content } };
  const reply = { message: { role: "assistant", content: [call] }, stopReason: "tool-calls", usage };
  await handler.dispatch({ call, reply, turn: 1, signal: new AbortController().signal }).next();
}

process.stdin.resume().on("close", () => process.exit());

await Promise.all(paths.map((path) => write(path, 0)));
console.log("ready");
for (const path of paths)
  (async () => {
    for (let round = 1; ; round++) await write(path, round);
  })();
