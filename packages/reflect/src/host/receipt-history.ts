import type { JsonObject } from "@genericagent/core-loop";
import type { ProcessIdentity } from "./process-identity.js";
import type { TaskOutcome } from "./reflect-task.js";

/** One line of a receipt file; times are ISO 8601 in UTC. */
export type Receipt =
  | { type: "started"; id: string; at: string; title: string; by: ProcessIdentity; details?: JsonObject }
  | {
      type: "ended";
      id: string;
      at: string;
      status: TaskOutcome["status"];
      text?: string;
      why?: string;
      tokens?: number;
      session?: string;
    }
  | { type: "missed"; ids: string[]; at: string; why: string; details?: JsonObject };

export interface RecordedRun {
  id: string;
  title: string;
  startedAt: string;
  by: ProcessIdentity;
  details?: JsonObject;
  endedAt?: string;
  /** Missing while it runs. */
  status?: TaskOutcome["status"];
  text?: string;
  why?: string;
  session?: string;
}

export interface ReceiptHistory {
  /** Ids that must not be started again. */
  handled: Set<string>;
  /** Oldest first. */
  runs: RecordedRun[];
  /** Runs without an end: they go on, or their process died. */
  open: RecordedRun[];
  missed: { ids: string[]; at: string; why: string; details?: JsonObject }[];
}

export function foldReceipts(receipts: readonly Receipt[]): ReceiptHistory {
  const runs = new Map<string, RecordedRun>();
  const history: ReceiptHistory = { handled: new Set(), runs: [], open: [], missed: [] };
  for (const receipt of receipts) {
    if (receipt.type === "missed") {
      const { type: _, ...missed } = receipt;
      for (const id of receipt.ids) history.handled.add(id);
      history.missed.push(missed);
      continue;
    }
    history.handled.add(receipt.id);
    if (receipt.type === "started") {
      const { id, title, at, by, details } = receipt;
      runs.set(id, { id, title, startedAt: at, by, ...(details && { details }) });
      continue;
    }
    const { type: _, at, id, ...end } = receipt;
    const begun = runs.get(id) ?? { id, title: id, startedAt: at, by: { pid: 0 } };
    if (begun.status === undefined) runs.set(id, { ...begun, ...end, endedAt: at });
  }
  history.runs = [...runs.values()];
  history.open = history.runs.filter(({ status }) => status === undefined);
  return history;
}
