import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Conductor } from "../../packages/agent/dist/index.js";
import { startModelServer } from "../../packages/llm/dist/testing/index.js";
import { CLI, inEmptyHome } from "../start/ga.mjs";

const AGENTS = Number(process.env.AGENTS ?? 100);
/** Model calls of one sub-agent: what a small task takes. */
const TURNS = Number(process.env.TURNS ?? 12);
const ANSWER_MS = 50;
const SIDE_BY_SIDE = 8;

/** The same jobs one after another and eight at a time, and what their processes weigh meanwhile. */
export async function subAgents() {
  const server = await startModelServer({ script: answer });
  try {
    const single = await map(server, 1);
    const many = await map(server, SIDE_BY_SIDE);
    const once = await map(server, SIDE_BY_SIDE, 1);
    const onceSingle = await map(server, 1, 1);
    const gain = single.ms / many.ms;
    return [
      {
        what: `${AGENTS} sub-agents of ${TURNS} calls, ${SIDE_BY_SIDE} at a time`,
        measured: `${gain.toFixed(1)} x faster`,
        target: "6 x",
        met: gain >= 6,
        beside: `${seconds(many.ms)} against ${seconds(single.ms)} one after another`,
      },
      {
        what: `the same with a single call each`,
        measured: `${(onceSingle.ms / once.ms).toFixed(1)} x faster`,
        beside: `${seconds(once.ms)} against ${seconds(onceSingle.ms)}: starting processes costs the processor's time`,
      },
      {
        what: "a sub-agent's process, most memory (resident)",
        measured: `${many.peakMb.toFixed(0)} MB`,
        target: "80 MB",
        met: many.peakMb < 80,
        beside: `${many.processes} processes were seen`,
      },
    ];
  } finally {
    await server.close();
  }
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** Reads its own file again and again, then answers; each answer takes its time. */
function answer({ body }) {
  const asked = body.messages.filter(({ role }) => role === "assistant").length;
  const turns = Number(/in (\d+) calls/.exec(JSON.stringify(body.messages))?.[1]);
  if (asked + 1 >= turns) return { text: "done", delayMs: ANSWER_MS };
  const args = { path: "notes.txt", content: `step ${asked}` };
  return { toolCalls: [{ name: "file_write", args }], delayMs: ANSWER_MS };
}

async function map(server, concurrency, turns = TURNS) {
  return inEmptyHome(async ({ home, env }) => {
    const folder = join(home, "jobs");
    const conductor = await Conductor.open(folder, {
      command: [process.execPath, CLI],
      ...{ concurrency, cwd: home, model: "openai/any", configHome: home },
      env: { ...env, OPENAI_API_KEY: "sk-bench-0123456789", OPENAI_BASE_URL: server.baseUrl("openai-chat") },
    });
    const weights = watchWeights(folder);
    const started = performance.now();
    const inputs = Array.from({ length: AGENTS }, (_, index) => index);
    const results = await conductor.map(inputs, (input) => `Task ${input}, in ${turns} calls.`);
    const ms = performance.now() - started;
    const failed = results.filter(({ status }) => status !== "done");
    if (failed.length > 0) throw new Error(`${failed.length} jobs failed: ${failed[0].error.message}`);
    await conductor.close();
    return { ms, ...weights.stop() };
  });
}

/** The most that any of the sub-agents' processes held, as Linux counts it; 0 elsewhere. */
function watchWeights(folder) {
  const peaks = new Map();
  const timer = setInterval(() => {
    for (const pid of workersIn(folder)) peaks.set(pid, Math.max(peaks.get(pid) ?? 0, peakOf(pid)));
  }, 40);
  return {
    stop: () => {
      clearInterval(timer);
      return { peakMb: Math.max(0, ...peaks.values()) / 1000, processes: peaks.size };
    },
  };
}

function workersIn(folder) {
  return readdirSync(folder).flatMap((job) => {
    try {
      return [readFileSync(join(folder, job, "prompt.txt.lock"), "utf8")];
    } catch {
      return [];
    }
  });
}

function peakOf(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1.024;
  } catch {
    return 0;
  }
}
