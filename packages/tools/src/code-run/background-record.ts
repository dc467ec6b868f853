import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What one command may have left running, as it is written down for other processes. */
export interface BackgroundRecord {
  mark: string;
  /** Its process group. */
  group: number;
  cwd: string;
  /** ISO time of its start. */
  at: string;
  /** Tells one start of the system from another; pids begin anew. Empty where that cannot be told. */
  boot: string;
  /** Processes known to be of it. */
  members: ProcessIdentity[];
  /** The program that waits for it, while it runs in the foreground. */
  owner?: ProcessIdentity;
}

/** A pid alone may be given to another process; a pid that started then may not. */
export interface ProcessIdentity {
  pid: number;
  started: string;
}

const NAME = /^background-[0-9a-f-]+\.json$/;

const fileOf = (folder: string, mark: string): string => join(folder, `background-${mark}.json`);

/** Its own failures are nobody's: what cannot be written down is still listed by the process that started it. */
export function saveRecord(folder: string, record: BackgroundRecord): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(fileOf(folder, record.mark), JSON.stringify(record), { mode: 0o600 });
  } catch {}
}

export function deleteRecord(folder: string, mark: string): void {
  try {
    rmSync(fileOf(folder, mark), { force: true });
  } catch {}
}

/** Those of all processes that use the folder; one that is just being written is passed over. */
export function loadRecords(folder: string): BackgroundRecord[] {
  return namesIn(folder).flatMap((name) => {
    try {
      const record: BackgroundRecord = JSON.parse(readFileSync(join(folder, name), "utf8"));
      return Array.isArray(record.members) && typeof record.mark === "string" ? [record] : [];
    } catch {
      return [];
    }
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => NAME.test(name));
  } catch {
    return []; // nothing was ever left
  }
}

/** Empty where the system does not say. */
export function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}
