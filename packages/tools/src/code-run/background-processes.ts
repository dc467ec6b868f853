import {
  type BackgroundRecord,
  bootId,
  deleteRecord,
  loadRecords,
  type ProcessIdentity,
  saveRecord,
} from "./background-record.js";
import { markedProcesses } from "./call-mark.js";
import { endProcesses } from "./end-processes.js";
import { type LeftProcess, withPorts } from "./left-processes.js";
import { fromProc, type ProcessInfo, processTable } from "./process-table.js";

export interface BackgroundProcess extends LeftProcess {
  /** Where the command that left it ran. */
  cwd: string;
  /** ISO time of that command's start. */
  at: string;
}

/** Knows what the commands of one run have left behind. With a folder, other processes know it too. */
export class BackgroundProcesses {
  readonly #records = new Map<string, BackgroundRecord>();
  readonly #folder: string | undefined;

  constructor(folder?: string) {
    this.#folder = folder;
  }

  /** Writes a command down while it runs, so that it is found even if this process is killed meanwhile. */
  started(mark: string, group: number, cwd: string): void {
    const members = [group].flatMap((pid) => fromProc(pid) ?? []).map(identity);
    const [owner] = [process.pid].flatMap((pid) => fromProc(pid) ?? []).map(identity);
    const at = new Date().toISOString();
    this.#keep({ mark, group, cwd, at, boot: bootId(), members, ...(owner && { owner }) });
  }

  /** The command has ended and left these. */
  ended(mark: string, survivors: readonly LeftProcess[]): void {
    const record = this.#records.get(mark);
    if (record && survivors.length > 0) {
      const { owner: _, ...left } = record;
      this.#keep({ ...left, members: survivors.map(identity) });
    } else {
      this.#forget(mark);
    }
  }

  /** What was left and is alive now; commands of which nothing is left are forgotten. */
  list(): Promise<BackgroundProcess[]> {
    return listAll([...this.#records.values()], (mark) => this.#forget(mark));
  }

  #keep(record: BackgroundRecord): void {
    this.#records.set(record.mark, record);
    if (this.#folder) saveRecord(this.#folder, record);
  }

  #forget(mark: string): void {
    this.#records.delete(mark);
    if (this.#folder) deleteRecord(this.#folder, mark);
  }
}

const identity = ({ pid, started }: ProcessIdentity): ProcessIdentity => ({ pid, started });

/** What all runs that use this folder have left running. Records of what has ended are removed. */
export const listBackground = (folder: string): Promise<BackgroundProcess[]> =>
  listAll(loadRecords(folder), (mark) => deleteRecord(folder, mark));

async function listAll(
  records: readonly BackgroundRecord[],
  forget: (mark: string) => void,
): Promise<BackgroundProcess[]> {
  if (records.length === 0) return [];
  const table = await processTable();
  const isThere = (one: ProcessIdentity) => table.some((other) => isSame(one, other));
  const lists = records.map(async (record) => {
    if (record.owner && record.boot === bootId() && isThere(record.owner)) return []; // in the foreground
    const alive = await aliveOf(record, table);
    if (alive.length === 0) forget(record.mark);
    return alive;
  });
  return (await Promise.all(lists)).flat();
}

const isSame = (one: ProcessIdentity, other: ProcessIdentity): boolean =>
  one.pid === other.pid && one.started === other.started;

/**
 * Ends what runs that use this folder have left behind, by SIGTERM and a second later SIGKILL. A pid that has been
 * given to another process meanwhile is left alone.
 *
 * @param pids only these and what they started. Default: everything.
 * @returns what was ended
 */
export async function endBackground(folder: string, pids?: readonly number[]): Promise<BackgroundProcess[]> {
  const all = await listBackground(folder);
  const chosen = pids ? withDescendants(all, pids) : all;
  return endProcesses(chosen);
}

function withDescendants(all: readonly BackgroundProcess[], pids: readonly number[]): BackgroundProcess[] {
  const chosen = new Set(pids.filter((pid) => all.some((process) => process.pid === pid)));
  for (let size = -1; size !== chosen.size; ) {
    size = chosen.size;
    for (const { pid, parent } of all) if (chosen.has(parent)) chosen.add(pid);
  }
  return all.filter(({ pid }) => chosen.has(pid));
}

/** Where a known member is still in the group, the group was never empty, so that its number means what it meant. */
async function aliveOf(
  { mark, group, members, cwd, at, boot }: BackgroundRecord,
  table: readonly ProcessInfo[],
): Promise<BackgroundProcess[]> {
  if (boot !== bootId()) return [];
  const known = table.filter((process) => members.some((member) => isSame(member, process)));
  const isSameGroup = known.some((member) => member.group === group);
  const others = isSameGroup ? table.filter((other) => other.group === group) : [];
  const alive = await withPorts([...known, ...others, ...markedProcesses(mark)]);
  return alive.map((process) => ({ ...process, cwd, at }));
}
