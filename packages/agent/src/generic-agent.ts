import {
  agentRunnerLoop,
  errorMessage,
  isGenericAgentError,
  type LoopEvent,
  type LoopHooks,
  type LoopResult,
  text,
  type UserBlock,
} from "@genericagent/core-loop";
import type { OutsideChange } from "@genericagent/memory";
import { AgentError } from "./agent-error.js";
import type { Journal } from "./journal.js";
import { type JournalEntry, journalEntryOf } from "./journal-entry.js";
import { afterRun, beforeRun } from "./memory/around-run.js";
import { withMilestones } from "./memory/with-milestones.js";
import { type AgentOptions, type AgentParts, openParts } from "./open-parts.js";
import { answerQuestion, openQuestion } from "./open-question.js";

export interface RunOptions {
  signal?: AbortSignal;
  /** Model calls at most. Default: the config's `maxTurns`, else 80. */
  maxTurns?: number;
  hooks?: LoopHooks;
}

/**
 * An agent with no I/O done yet: models, tools and the journal are opened by the first `run`.
 *
 * @example
 * const agent = createAgent({ model: "anthropic/claude-sonnet-5-5" });
 * for await (const event of agent.run("Count the lines of README.md")) console.log(event.type);
 */
export const createAgent = (options: AgentOptions = {}): GenericAgent => new GenericAgent(options);

/** One conversation that can be run, aborted, run again, and resumed by another process. Made by `createAgent`. */
export class GenericAgent {
  #options: AgentOptions;
  #parts: Promise<AgentParts> | undefined;
  #running = false;

  constructor(options: AgentOptions) {
    this.#options = options;
  }

  /** Opens config, model, tools and journal; called by `run`, or earlier to see errors early. */
  open(): Promise<AgentParts> {
    this.#parts ??= openParts(this.#options).catch((error) => {
      this.#parts = undefined;
      throw error;
    });
    return this.#parts;
  }

  /**
   * Runs a task to its end and journals every step before the next begins. Without a task, an interrupted run is
   * continued where it stopped; a text for a session that waits for an answer is that answer.
   *
   * @throws AgentError for configuration and journal problems, what the model session throws, `signal.reason`.
   */
  async *run(
    task?: string | UserBlock[],
    options: RunOptions = {},
  ): AsyncGenerator<LoopEvent, LoopResult, void> {
    if (this.#running)
      throw new AgentError("busy", "This agent is already running a task. Wait for its end or abort it.");
    this.#running = true;
    try {
      const parts = await this.open();
      const { client, tools, system, config } = parts;
      const signal = options.signal ?? new AbortController().signal;
      if (parts.outside.length > 0) yield outsideNotice(parts.outside.splice(0));
      const before = yield* beforeRun(parts, task, {
        signal,
        askUser: this.#options.askUser,
        record: recorder(parts),
      });
      if ("result" in before) return before.result;
      const input = [...firstMessage(parts, task), ...before.hints];
      noteTask(parts, task);
      const loop = agentRunnerLoop({
        client,
        system,
        input,
        handler: withMilestones(tools.handler, parts.runSkills),
        tools: tools.specs,
        maxTurns: options.maxTurns ?? config.maxTurns ?? 80,
        ...(options.signal && { signal: options.signal }),
        ...(options.hooks && { hooks: options.hooks }),
      });
      const result = yield* journaled(loop, parts);
      yield* afterRun(parts, result, signal);
      return result;
    } finally {
      this.#running = false;
    }
  }

  /** Closes the journal. The agent may be run again, which opens it anew. */
  async close(): Promise<void> {
    const parts = await this.#parts?.catch(() => undefined);
    this.#parts = undefined;
    await parts?.journal.close();
    if (parts) await keepHouse(parts.dataHome);
  }
}

function outsideNotice(changes: readonly OutsideChange[]): LoopEvent {
  const paths = changes.slice(0, 5).map(({ path, kind }) => `${path} (${kind})`);
  const more = changes.length > 5 ? ` and ${changes.length - 5} more` : "";
  const message = `Memory was changed behind its door and is kept as unproven: ${paths.join(", ")}${more}. See: ga memory check`;
  return { type: "notice", code: "memory-outside", message, data: changes };
}

/** Journals compressed when a session closes: few, so that nobody waits. */
const COMPRESSED_AT_ONCE = 3;

/** The archive is brought up to date after use; what cannot be done now is done next time. */
async function keepHouse(dataHome: string): Promise<void> {
  const { sessionHistory } = await import("./sessions/session-archive.js");
  const { compressSessions } = await import("./sessions/compress-sessions.js");
  await sessionHistory(dataHome).catch(() => {});
  await compressSessions(dataHome, { limit: COMPRESSED_AT_ONCE }).catch(() => {});
}

/** What the model has not seen yet, then the task. */
function firstMessage({ id, conversation }: AgentParts, task: string | UserBlock[] | undefined): UserBlock[] {
  const pending = conversation.pending();
  const question = openQuestion(conversation);
  if (question && typeof task === "string") return answerQuestion(pending, question, task);
  if (task !== undefined) return [...pending, ...(typeof task === "string" ? [text(task)] : task)];
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
function noteTask({ conversation, tools }: AgentParts, task: string | UserBlock[] | undefined): void {
  if (typeof task !== "string" || conversation.ended === "exited") return;
  tools.workingMemory.task = task.trim().replace(/\s+/g, " ").slice(0, TASK_CHARS);
}

async function* journaled(
  loop: AsyncGenerator<LoopEvent, LoopResult, void>,
  parts: AgentParts,
): AsyncGenerator<LoopEvent, LoopResult, void> {
  const record = recorder(parts);
  try {
    for (let next = await loop.next(); ; next = await loop.next()) {
      if (next.done) {
        await record({ type: "run-end", at: now(), reason: next.value.reason });
        return next.value;
      }
      const entry = journalEntryOf(next.value, parts.tools.workingMemory);
      if (entry) await record(entry);
      yield next.value;
    }
  } catch (error) {
    await record(failure(error)).catch(() => {});
    throw error;
  } finally {
    await loop.return(undefined as never);
  }
}

/** Journal first, then the conversation: what is folded in is always on the disk. */
function recorder({ journal, conversation }: { journal: Journal; conversation: AgentParts["conversation"] }) {
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
