// The conversation screen on a terminal that only counts, with a model that talks fast. For each frame it takes the
// CPU time since the frame before: reading the events, rendering, drawing, collecting garbage. Prints the numbers.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { createAgent } from "../../packages/agent/dist/index.js";

const [home, kbPerSecond, seconds] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const DELTA = 40;
/** Frames until everything was compiled once. */
const WARM_UP = 30;

const PROSE = `## A heading\n\nSome *prose* with \`code\` and a [link](https://example.org), long enough to be wrapped in a terminal of a hundred columns, which it is.\n\n- one item\n- another **item**\n\n`;
const CODE = `\`\`\`ts\n${"export const value = (input: string): number => input.length * 42; // a comment\n".repeat(60)}\`\`\`\n\n`;
const TABLE = `| a | b |\n| --- | ---: |\n${"| some text | 42 |\n".repeat(6)}\n`;
const text = `${PROSE}${CODE}${TABLE}`.repeat(2);

/** One long answer at a steady rate. */
const session = {
  ...{ provider: "bench", model: "fast", wire: "openai-chat", history: [] },
  fork: () => session,
  async *ask() {
    const started = performance.now();
    for (let sent = 0; performance.now() - started < seconds * 1000; await sleep(5)) {
      const due = (performance.now() - started) * kbPerSecond;
      for (; sent < due; sent += DELTA) {
        const at = sent % (text.length / 2);
        yield { type: "text-delta", text: text.slice(at, at + DELTA) };
      }
    }
    const usage = { inputTokens: 1, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 1 };
    return {
      message: { role: "assistant", content: [{ type: "text", text: "." }] },
      stopReason: "end-turn",
      usage,
    };
  },
};

const dist = new URL("../../apps/cli/dist/", import.meta.url);
const chunk = readdirSync(dist).find((name) => /^conversation-screen-\w+\.js$/.test(name));
const { ConversationScreen } = await import(new URL(chunk, dist).href);

const frames = [];
let drawn = 0;
let latest = "";
let last = process.cpuUsage();
const terminal = {
  ...{ columns: 100, rows: 40, on: () => {}, off: () => {} },
  write: (piece) => {
    const { user, system } = process.cpuUsage(last);
    last = process.cpuUsage();
    frames.push((user + system) / 1000);
    drawn += piece.length;
    latest = piece;
  },
};

const agent = createAgent({ cwd: home, dataHome: join(home, "data"), createSession: () => session });
const keys = new PassThrough();
const left = new ConversationScreen(agent, join(home, "history"), terminal).run(keys);
await shown("turn 0");
keys.write("go\r");
await shown("done");
keys.write("\u0004");
await left;
await agent.close();

async function shown(words) {
  while (!latest.includes(words)) await sleep(20);
}

const counted = frames.slice(WARM_UP).sort((a, b) => a - b);
const mean = counted.reduce((sum, ms) => sum + ms, 0) / counted.length;
const p99 = counted[Math.floor(counted.length * 0.99)];
console.log(JSON.stringify({ frames: counted.length, max: counted.at(-1), p99, mean, drawn }));
process.exit(0);
