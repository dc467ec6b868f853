import { errorMessage } from "@genericagent/core-loop";
import { type Clock, systemClock } from "../host/clock.js";
import type { Notify, ReflectTask, TaskOutcome, TaskSettings } from "../host/reflect-task.js";
import { ReflectError } from "../reflect-error.js";
import { BoardClient } from "./board-client.js";
import type { BoardClaim } from "./board-protocol.js";
import { Outbox } from "./outbox.js";

export interface BoardTriggerOptions {
  url: string;
  key: string;
  /** This worker's name on the board. */
  name: string;
  /** Keeps results until the board has them, over crashes too. */
  outboxDir: string;
  /** How often to ask for work. Default 5 s; after failures up to 5 minutes. */
  pollMs?: number;
  settings?: TaskSettings;
  clock?: Clock;
  signal?: AbortSignal;
  notify?: Notify;
}

const MAX_BACKOFF_MS = 300_000;

/**
 * Yields tasks that it claimed on a board, keeps each claim alive while its task runs, and delivers the result until
 * the board confirms it. A board that is away or answers nonsense is named and tried again.
 */
export async function* boardTrigger(options: BoardTriggerOptions): AsyncGenerator<ReflectTask, void, void> {
  const { name, pollMs = 5_000, clock = systemClock, signal, notify = () => {} } = options;
  const client = new BoardClient(options);
  const outbox = new Outbox(options.outboxDir);
  const tell = (message: string) => notify({ type: "notice", code: "board", message });
  let failures = 0;
  for (let told = ""; ; ) {
    try {
      await deliver(client, outbox, tell, signal);
      const claim = await client.claim(name, signal);
      [failures, told] = [0, ""];
      if (claim) {
        yield* claimedTask(claim, { options, client, outbox, tell });
        continue;
      }
    } catch (error) {
      signal?.throwIfAborted();
      failures++;
      if (told !== errorMessage(error)) tell(`${errorMessage(error)} Trying on.`);
      told = errorMessage(error);
    }
    await clock.sleep(Math.min(pollMs * 2 ** Math.min(failures, 10), MAX_BACKOFF_MS), signal);
  }
}

interface Worker {
  options: BoardTriggerOptions;
  client: BoardClient;
  outbox: Outbox;
  tell: (message: string) => void;
}

/** The heartbeat is a duration and takes a real timer; it ends with the run, however that ends. */
async function* claimedTask(
  { task, claim, leaseMs }: BoardClaim,
  { options, client, outbox, tell }: Worker,
): AsyncGenerator<ReflectTask, void, void> {
  const lost = new AbortController();
  const beat = setInterval(
    () =>
      client.heartbeat(task.id, claim).then(
        (mine) => mine || lost.abort(new ReflectError("board", "The board gave the task to somebody else.")),
        (error) => tell(`No heartbeat: ${errorMessage(error)}`),
      ),
    Math.max(leaseMs / 3, 10),
  );
  const settle = async ({ status, text, why }: TaskOutcome) => {
    clearInterval(beat);
    if (lost.signal.aborted)
      return tell(`${task.title}: the board gave it to somebody else; the result is not sent.`);
    const result = { status: status === "done" ? status : ("failed" as const), text, ...(why && { why }) };
    await outbox.put({ id: task.id, claim, result });
    await deliver(client, outbox, tell, options.signal);
  };
  try {
    yield {
      id: `${task.id}-${claim}`,
      from: "board/tasks",
      title: task.title,
      prompt: `A task from the board of your team. Nobody is watching: ask nothing. Your last message is the result.\n\n${task.prompt}`,
      ...{ signal: lost.signal, settle, ...(options.settings && { settings: options.settings }) },
    };
  } finally {
    clearInterval(beat);
  }
}

/** What the board refuses has a result already, or belongs to somebody else: nobody waits for it. */
async function deliver(
  client: BoardClient,
  outbox: Outbox,
  tell: (message: string) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const parcel of await outbox.list()) {
    const taken = await client.result(parcel.id, parcel.claim, parcel.result, signal);
    if (!taken)
      tell(`The board refused the result of ${parcel.id}: it has one, or somebody else has the task.`);
    await outbox.remove(parcel);
  }
}
