import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "../lib/median.mjs";
import { inEmptyHome } from "../start/ga.mjs";

const TURNS = 2_000;
const RUNS = 7;
const CHILD = fileURLToPath(new URL("./resume-child.mjs", import.meta.url));

/** From `createAgent({ resume })` to an agent that can be asked, in a fresh process each time. */
export async function resumeTime() {
  return inEmptyHome(async ({ home, env }) => {
    const bytes = writeSession(env.GA_HOME, "20260101-000000-aaaaaa");
    const runs = Array.from({ length: RUNS }, () =>
      Number(execFileSync(process.execPath, [CHILD, env.GA_HOME, home], { env, encoding: "utf8" })),
    );
    const ms = median(runs);
    return [
      {
        what: `resume of a session of ${TURNS} turns`,
        measured: `${ms.toFixed(0)} ms`,
        target: "300 ms",
        met: ms < 300,
        beside: `${(bytes / 1e6).toFixed(1)} MB of journal`,
      },
    ];
  });
}

/** A session as the agent writes it: each turn reads a file. */
function writeSession(dataHome, id) {
  const folder = join(dataHome, "memory", "L4_raw_sessions");
  mkdirSync(folder, { recursive: true });
  const usage = { inputTokens: 9000, cachedInputTokens: 8000, cacheWriteTokens: 0, outputTokens: 120 };
  const lines = [
    { type: "session", version: 1, id, at: "2026-01-01T00:00:00Z", cwd: dataHome, model: "openai/any" },
  ];
  for (let turn = 1; turn <= TURNS; turn++) {
    const call = {
      type: "tool-call",
      id: `call_${turn}`,
      name: "file_read",
      args: { path: `src/file-${turn}.ts` },
    };
    const output = `line of the file ${turn}\n`.repeat(20);
    const before = {
      type: "tool-result",
      callId: `call_${turn - 1}`,
      name: "file_read",
      content: [{ type: "text", text: output }],
    };
    const task = {
      type: "text",
      text: turn === 1 ? "Read all of it." : `<working_memory>turn ${turn}</working_memory>`,
    };
    lines.push(
      {
        type: "message",
        at: "2026-01-01T00:00:00Z",
        turn,
        message: { role: "user", content: turn === 1 ? [task] : [before, task] },
      },
      {
        type: "reply",
        turn,
        message: {
          role: "assistant",
          content: [{ type: "text", text: `<summary>turn ${turn}</summary>` }, call],
        },
        stopReason: "tool-calls",
        usage,
        model: "openai/any",
      },
      { type: "tool-start", turn, call },
      { type: "tool-end", turn, durationMs: 3, result: { ...before, callId: call.id } },
      { type: "turn-end", turn, summary: `turn ${turn}` },
    );
  }
  const text = `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
  writeFileSync(join(folder, `${id}.jsonl`), text);
  return text.length;
}
