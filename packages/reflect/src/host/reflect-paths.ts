import { join } from "node:path";

/** The files of a data home that this package reads and writes; docs/reflect.md describes each. */
export const reflectPaths = (dataHome: string) => ({
  jobs: join(dataHome, "schedule"),
  scheduleReports: join(dataHome, "schedule", "done"),
  receipts: join(dataHome, "reflect", "receipts"),
  scheduleLock: join(dataHome, "reflect", "schedule.lock"),
  exploration: join(dataHome, "reflect", "exploration"),
  explorationLock: join(dataHome, "reflect", "exploration.lock"),
  goals: join(dataHome, "reflect", "goals"),
  cursors: join(dataHome, "reflect", "cursors"),
  outbox: join(dataHome, "reflect", "outbox"),
  board: join(dataHome, "reflect", "board.jsonl"),
  pending: join(dataHome, "reflect", "pending"),
});
