import type { Message, Wire } from "@genericagent/core-loop";
import { HistoryRepair } from "./history-repair.js";
import type { RepairChange } from "./repair-change.js";

export interface RepairedHistory {
  /** What can be sent. The array that was given where nothing was wrong; messages that were right are the same objects. */
  messages: readonly Message[];
  /** What was changed, in the order in which it was met. Empty where nothing was wrong. */
  changes: RepairChange[];
}

export interface RepairOptions {
  /** Reasoning of other providers that speak the same wire is dropped too. Default: it may stay. */
  provider?: string;
}

/**
 * Makes a history that the wire accepts out of any array, whatever happened to it: aborts, crashes, compression,
 * eviction, a change of model, another program. It throws nothing, changes nothing in place, costs linear time,
 * and repairing twice changes nothing more.
 *
 * Call it with what is about to be sent, the new message included: calls at the end that have no result are
 * answered "not run". In the result, messages alternate and begin with the user's; each call has exactly one
 * result, in the next message; ids are unique; nothing is blank; reasoning is whole or gone.
 *
 * An empty array stays as it is. A history of nothing but junk becomes one message that says so.
 */
export function repairHistory(
  messages: readonly Message[],
  wire: Wire,
  options: RepairOptions = {},
): RepairedHistory {
  const repair = new HistoryRepair(wire, options.provider);
  for (const message of messages) repair.push(message);
  return repair.repaired(messages);
}
