import { randomBytes } from "node:crypto";
import { readFileSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

/** Who holds a lock, as the file says. */
interface Holder {
  pid: number;
  /** Processes with the same one can see each other by their pids. */
  machine: string;
  /** No two locks have the same. */
  token: string;
}

/** A lock that is not refreshed for so long is nobody's, wherever its holder may be. */
export const STALE_MS = 5000;

/**
 * A file that only one process can make. Taking it from a dead holder is a right that only one process gets, by making
 * another such file that is named after the dead lock; so the lock that is removed is always the one that was judged.
 */
export class LockFile {
  readonly path: string;
  readonly #dir: string;
  readonly #text: string;
  readonly #token = randomBytes(9).toString("hex");

  /** @param dir must be there */
  constructor(dir: string) {
    this.#dir = dir;
    this.path = join(dir, "held");
    this.#text = JSON.stringify({ pid: process.pid, machine: thisMachine(), token: this.#token });
  }

  /** @throws the error of the disk, unless it is that somebody else has the lock */
  take(): boolean {
    if (create(this.path, this.#text)) return true;
    return this.#endIfDead(this.path, 0) && create(this.path, this.#text);
  }

  get isHeld(): boolean {
    return read(this.path) === this.#text;
  }

  /** Says that the holder is well. */
  refresh(): void {
    const now = new Date();
    if (this.isHeld) utimesSync(this.path, now, now);
  }

  release(): void {
    if (this.isHeld) rmSync(this.path, { force: true });
  }

  /** Whether there is no lock any more. Claims can be left by the dead as well: then the same is done one level up. */
  #endIfDead(path: string, level: number): boolean {
    const text = read(path);
    if (text === undefined) return true;
    if (!isDead(path, text)) return false;
    const claim = join(this.#dir, `${nameOf(path, text)}.${level}`);
    if (!create(claim, this.#text) && !(this.#endIfDead(claim, level + 1) && create(claim, this.#text)))
      return false;
    // While the claim is ours nobody else removes this lock; had it been removed before, it would be another one now.
    const isSame = read(path) === text;
    if (isSame) rmSync(path, { force: true });
    rmSync(claim, { force: true });
    return isSame;
  }
}

/** `false` where it is there already. On Windows a file that is just being removed refuses as well. */
function create(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" || (process.platform === "win32" && ["EPERM", "EBUSY"].includes(code)))
      return false;
    throw error;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    return "";
  }
}

/** Dead at once where the process is seen to be gone; else when it has not been refreshed for long. */
function isDead(path: string, text: string): boolean {
  const holder = holderIn(text);
  if (holder && holder.machine === thisMachine() && !isRunning(holder.pid)) return true;
  try {
    return Date.now() - statSync(path).mtimeMs > STALE_MS;
  } catch {
    return false;
  }
}

function holderIn(text: string): Holder | undefined {
  try {
    const { pid, machine, token } = JSON.parse(text) as Partial<Holder>;
    return Number.isInteger(pid) && machine !== undefined && token !== undefined
      ? { pid: pid!, machine, token }
      : undefined;
  } catch {
    return undefined; // its maker was killed while it wrote
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** A lock without an end is known by the time it was made at. */
function nameOf(path: string, text: string): string {
  const token = holderIn(text)?.token;
  if (token && /^[0-9a-f]+$/.test(token)) return token;
  return `unnamed-${Math.floor(statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)}`;
}

let machine: string | undefined;

/** The name alone is not enough: two containers on one machine may share it, and not see each other's processes. */
function thisMachine(): string {
  machine ??= [
    hostname(),
    orEmpty(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
    orEmpty(() => readlinkSync("/proc/self/ns/pid")),
  ].join(" ");
  return machine;
}

function orEmpty(from: () => string): string {
  try {
    return from();
  } catch {
    return "";
  }
}
