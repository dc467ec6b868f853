/** What is spoken between a board and its workers: JSON over HTTP, the key in `x-api-key`. See docs/reflect.md. */

export const KEY_HEADER = "x-api-key";

export type BoardTaskState = "open" | "claimed" | "done" | "failed";

export interface BoardTask {
  id: string;
  title: string;
  prompt: string;
  state: BoardTaskState;
  /** How often it was given to a worker. */
  attempts: number;
  worker?: string;
  result?: BoardResult;
}

export interface BoardResult {
  status: "done" | "failed";
  text: string;
  why?: string;
}

/** A task in the hands of one worker, until `leaseMs` pass without a heartbeat. */
export interface BoardClaim {
  task: Pick<BoardTask, "id" | "title" | "prompt">;
  claim: string;
  leaseMs: number;
}
