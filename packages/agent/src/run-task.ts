import {
  addUsage,
  agentRunnerLoop,
  errorMessage,
  isGenericAgentError,
  type LoopEvent,
  type LoopHooks,
  type LoopResult,
  type UserBlock,
} from "@genericagent/core-loop";
import { Acceptance, type AcceptanceCheck } from "./acceptance.js";
import { AgentError } from "./agent-error.js";
import { type Budget, Spending } from "./budget.js";
import { type JournalEntry, journalEntryOf } from "./journal-entry.js";
import { afterRun, beforeRun } from "./memory/around-run.js";
import { withMilestones } from "./memory/with-milestones.js";
import type { AgentOptions, AgentParts } from "./open-parts.js";
import { answerQuestion, openQuestion } from "./open-question.js";
import { type Steering, steeredHandler } from "./steering.js";
import { type TaskInput, taskBlocks, taskText } from "./task-input.js";
import { WatchFiles } from "./watch-files.js";

export interface RunOptions {
  signal?: AbortSignal;
  /** Model calls at most. Default: the config's `maxTurns`, else 80. */
  maxTurns?: number;
  hooks?: LoopHooks;
  /** What the run may spend at most; see `budget-spent`. */
  budget?: Budget;
  /** Judges the answer; until it is accepted the model is told why not, twice at most. */
  accept?: AcceptanceCheck;
}

type RunTaskOptions = RunOptions & {
  signal: AbortSignal;
  steering: Steering;
  askUser: AgentOptions["askUser"];
};

/** One run over open parts, every step of it in the journal before the next begins; the memory stands around it. */
export async function* runTask(
  parts: AgentParts,
  task: TaskInput | undefined,
  options: RunTaskOptions,
): AsyncGenerator<LoopEvent, LoopResult, void> {
  const { signal, askUser } = options;
  const before = yield* beforeRun(parts, task, { signal, askUser, record: recorder(parts) });
  if ("result" in before) return before.result;
  const answered = yield* askModel(parts, task, before.hints, options);
  const result = before.spent ? { ...answered, usage: addUsage(answered.usage, before.spent) } : answered;
  yield* afterRun(parts, result, signal);
  return result;
}

async function* askModel(
  parts: AgentParts,
  task: TaskInput | undefined,
  hints: UserBlock[],
  options: RunTaskOptions,
): AsyncGenerator<LoopEvent, LoopResult, void> {
  const { client, tools, system, config, runSkills, remembers } = parts;
  const { steering, signal, hooks, maxTurns, accept } = options;
  const input = [...(await firstMessage(parts, task)), ...hints];
  noteTask(parts, task);
  const said = steering.take();
  const loop = agentRunnerLoop({
    client,
    system,
    input: said === undefined ? input : [...input, { type: "text", text: said }],
    handler: steeredHandler(
      remembers ? withMilestones(tools.handler, runSkills) : tools.handler,
      steering,
      accept && new Acceptance(accept, signal),
    ),
    tools: tools.specs,
    maxTurns: maxTurns ?? config.maxTurns ?? 80,
    signal,
    ...(hooks && { hooks }),
  });
  try {
    return yield* journaled(loop, parts, options);
  } finally {
    steering.giveBack();
  }
}

/** What the model has not seen yet, then the task. */
async function firstMessage(
  { id, cwd, conversation }: AgentParts,
  task: TaskInput | undefined,
): Promise<UserBlock[]> {
  const pending = conversation.pending();
  const question = openQuestion(conversation);
  if (question && typeof task === "string") return answerQuestion(pending, question, task);
  if (task !== undefined) return [...pending, ...(await taskBlocks(task, cwd))];
  if (conversation.ended === "exited")
    throw new AgentError(
      "nothing-to-resume",
      `Session ${id} waits for an answer. Give it: ga resume ${id} --answer "…"`,
    );
  if (pending.length === 0 || conversation.ended === "done")
    throw new AgentError("nothing-to-resume", `Session ${id} has ended. Give it a task: ga resume ${id} "…"`);
  return pending;
}

/** Characters of a task that its turns carry in the working memory. */
const TASK_CHARS = 100;

/** An answer to a question goes on with the task that asked. */
function noteTask({ conversation, tools }: AgentParts, task: TaskInput | undefined): void {
  if (task === undefined || conversation.ended === "exited") return;
  const words = taskText(task).trim().replace(/\s+/g, " ").slice(0, TASK_CHARS);
  if (words) tools.workingMemory.task = words;
}

async function* journaled(
  loop: AsyncGenerator<LoopEvent, LoopResult, void>,
  parts: AgentParts,
  { steering, budget }: RunOptions & { steering: Steering },
): AsyncGenerator<LoopEvent, LoopResult, void> {
  const record = recorder(parts);
  const files = new WatchFiles(parts.images, parts.cwd);
  const spending = new Spending(budget);
  try {
    for (let next = await loop.next(); ; next = await loop.next()) {
      if (next.done) {
        await record({ type: "run-end", at: now(), reason: next.value.reason });
        return next.value;
      }
      const event = next.value;
      spending.see(event);
      for (const entry of [journalEntryOf(event, parts.tools.workingMemory), await files.entryFor(event)])
        if (entry) await record(entry);
      if (event.type === "turn-start") steering.delivered();
      yield event;
    }
  } catch (error) {
    await record(failure(error)).catch(() => {});
    throw error;
  } finally {
    await loop.return(undefined as never);
  }
}

/** Journal first, then the conversation: what is folded in is always on the disk. */
function recorder({ journal, conversation }: AgentParts) {
  return async (entry: JournalEntry): Promise<void> => {
    await journal.append(entry);
    conversation.apply(entry);
  };
}

function failure(error: unknown): JournalEntry {
  if (isGenericAgentError(error))
    return {
      type: "run-end",
      at: now(),
      reason: "failed",
      error: { code: error.code, message: error.message },
    };
  const aborted = (error as Error | undefined)?.name === "AbortError";
  return {
    type: "run-end",
    at: now(),
    reason: aborted ? "aborted" : "failed",
    error: { code: aborted ? "aborted" : "unknown", message: errorMessage(error) },
  };
}

const now = (): string => new Date().toISOString();
