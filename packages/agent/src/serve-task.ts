import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { errorMessage, isGenericAgentError, type LoopEvent, textOf } from "@genericagent/core-loop";
import type { GenericAgent } from "./generic-agent.js";
import type { RunOptions } from "./run-task.js";
import { ROUND_END, type TaskFolder } from "./task-folder.js";

export interface ServeOptions extends RunOptions {
  /** Without a reply for this long the task ends. Default 10 minutes (GenericAgent). */
  idleMs?: number;
  /** How often notes are looked for. Default 200. */
  pollMs?: number;
  /** Write what tools answered as well. */
  verbose?: boolean;
}

/**
 * GenericAgent's sub-agent protocol: runs what stands in `input.txt`, writes `output.txt` up to `[ROUND END]`, waits
 * for `reply.txt`, runs that into `output1.txt`, and so on. While a round runs, `_intervene` is said to the model,
 * `_keyinfo` is added to its checkpoint and `_stop` ends the round; between rounds `_stop` ends the task.
 *
 * @returns the rounds that were run
 */
export async function serveTask(
  agent: GenericAgent,
  folder: TaskFolder,
  options: ServeOptions = {},
): Promise<number> {
  const { signal } = options;
  const { id: session, conversation } = await agent.open();
  const id = randomBytes(8).toString("hex");
  const { earlier } = folder;
  let round = earlier?.round ?? 0;
  let rounds = 0;
  let task = earlier ? await unfinished(conversation.ended, earlier.status) : await folder.readInput();
  try {
    for (;;) {
      if (task !== undefined) {
        await folder.writeState({ id, session, round, status: "running" });
        await runRound(agent, folder, { ...options, round, task: task || undefined });
        rounds++;
      }
      signal?.throwIfAborted();
      await folder.writeState({ id, session, round, status: "waiting" });
      task = await nextReply(folder, options);
      if (task === undefined) return rounds;
      round++;
    }
  } finally {
    await folder.writeState({ id, session, round, status: "ended" });
  }
}

/** An empty text goes on with a run that was cut off. */
const unfinished = async (ended: string | undefined, status: string): Promise<string | undefined> =>
  status === "running" && ended !== "done" && ended !== "exited" ? "" : undefined;

async function runRound(
  agent: GenericAgent,
  folder: TaskFolder,
  {
    round,
    task,
    pollMs = 200,
    verbose = false,
    ...options
  }: ServeOptions & { round: number; task: string | undefined },
): Promise<void> {
  if (task !== undefined) await folder.begin(round);
  const ended = new AbortController();
  const notes = passOnNotes(agent, folder, pollMs, ended.signal);
  let end = "";
  try {
    const run = agent.run(task, options);
    let next = await run.next();
    for (; !next.done; next = await run.next()) await folder.append(round, told(next.value, verbose));
    const { reason, why, data } = next.value;
    if (reason !== "done") end = `[${reason}] ${why ?? (data === undefined ? "" : JSON.stringify(data))}\n`;
  } catch (error) {
    const code = isGenericAgentError(error) ? error.code : (error as Error).name;
    end = `[failed: ${code}] ${errorMessage(error)}\n`;
  } finally {
    ended.abort();
    await notes;
  }
  await folder.append(round, `${end}\n${ROUND_END}\n`);
}

function told(event: LoopEvent, verbose: boolean): string {
  if (event.type === "reply") {
    const text = textOf(event.message).trim();
    return text ? `${text}\n\n` : "";
  }
  if (event.type !== "tool-end") return "";
  const mark = event.result.isError ? "failed" : "ok";
  const answer = verbose ? `\n${textOf({ role: "user", content: event.result.content })}` : "";
  return `[${event.call.name}: ${mark}]${answer}\n\n`;
}

async function passOnNotes(
  agent: GenericAgent,
  folder: TaskFolder,
  pollMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { tools } = await agent.open();
  while (!signal.aborted) {
    if ((await folder.take("_stop")) !== undefined) agent.abort();
    const said = await folder.take("_intervene");
    if (said) agent.intervene(said);
    const keyInfo = await folder.take("_keyinfo");
    if (keyInfo)
      await agent.setKeyInfo([tools.workingMemory.keyInfo, `[MASTER] ${keyInfo}`].filter(Boolean).join("\n"));
    await sleep(pollMs, undefined, { signal }).catch(() => {});
  }
}

/** `undefined`: the task was stopped, or nobody replied in time. */
async function nextReply(
  folder: TaskFolder,
  { idleMs = 600_000, pollMs = 200, signal }: ServeOptions,
): Promise<string | undefined> {
  const deadline = performance.now() + idleMs;
  while (performance.now() < deadline) {
    const reply = await folder.take("reply.txt");
    if (reply) return reply;
    if ((await folder.take("_stop")) !== undefined) return undefined;
    await sleep(pollMs, undefined, signal && { signal });
  }
  return undefined;
}
