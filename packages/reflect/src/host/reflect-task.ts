import type { JsonObject, Notice } from "@genericagent/core-loop";

/** How a task wants to be run; what is missing, `runTask` chooses. */
export interface TaskSettings {
  /** `provider/model` */
  model?: string;
  /** The folder to work in. */
  cwd?: string;
  /** Name of a permission preset; whoever runs the task checks it. */
  permissions?: string;
  /** `false`: the run must not write to the memory. */
  memoryWrites?: boolean;
}

/** One task that nobody typed. */
export interface ReflectTask {
  /** Names this task for ever: a task whose id has a receipt is never run again. */
  id: string;
  /** Whose receipts it belongs to, for example `schedule/backup`. */
  from: string;
  /** One line for people. */
  title: string;
  /** What the agent is told. */
  prompt: string;
  /** Default: the host's `limitMs`. */
  limitMs?: number;
  settings?: TaskSettings;
  /** Ends this run early, for example because its task was given to somebody else. */
  signal?: AbortSignal;
  /** Stands in the receipt as it is. */
  details?: JsonObject;
  /** Told how the run ended, after the receipt is written and before the trigger is asked for more. */
  settle?(outcome: TaskOutcome): Promise<void>;
}

/** What starts tasks: an async generator, pulled by the host, which runs one task before it asks for the next. */
export type Trigger = AsyncIterable<ReflectTask>;

/** What one run came to. */
export interface TaskReport {
  status: "done" | "failed";
  /** The agent's last words. */
  text: string;
  /** Input and output of all model calls. */
  tokens?: number;
  /** Id of the session that holds the run. */
  session?: string;
  /** With `failed`: the reason. */
  why?: string;
}

/** Runs one task; a throw is a failed task, the signal's abort ends it. */
export type RunTask = (task: ReflectTask, signal: AbortSignal) => Promise<TaskReport>;

export interface TaskOutcome extends Omit<TaskReport, "status"> {
  /** `aborted`: the host was stopped in mid-run. */
  status: "done" | "failed" | "aborted";
  /** Milliseconds since 1970. */
  startedAt: number;
  endedAt: number;
}

export type ReflectEvent =
  | { type: "task-start"; task: ReflectTask }
  | { type: "task-end"; task: ReflectTask; outcome: TaskOutcome }
  /** It has a receipt already, or another process is at it. */
  | { type: "task-passed-over"; task: ReflectTask }
  | Notice;

/** What a trigger tells while it waits. */
export type Notify = (notice: Notice) => void;
