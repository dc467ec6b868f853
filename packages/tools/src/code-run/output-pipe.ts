import { execFile } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";

/** Pipes whose writers have all gone: the read ends that keep them alive. */
const idle: number[] = [];

/**
 * A pipe for a command's output. What Node gives a child is a socket, and on Linux no program can open that as
 * `/dev/stdout` or `/dev/stderr`. The pipe is a FIFO without a name; one is made and used again and again.
 */
export class OutputPipe {
  readonly reader: Readable;
  /** Give it to the child, then close it with `closeWriter`. */
  readonly writer: number;
  readonly #keeper: number;

  private constructor(keeper: number) {
    const path = `/proc/self/fd/${keeper}`;
    this.#keeper = keeper;
    this.writer = openSync(path, constants.O_WRONLY);
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    this.reader = new Socket({ fd, readable: true, writable: false });
  }

  /** `undefined` where the system has no such pipes, or none is needed. */
  static async open(): Promise<OutputPipe | undefined> {
    if (process.platform !== "linux") return undefined;
    try {
      return new OutputPipe(idle.pop() ?? (await makePipe()));
    } catch {
      return undefined;
    }
  }

  closeWriter(): void {
    closeSync(this.writer);
  }

  /** A pipe that still has writers is never used again. */
  release(held: boolean): void {
    if (held) closeSync(this.#keeper);
    else idle.push(this.#keeper);
  }
}

async function makePipe(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "ga-pipe-"));
  try {
    const path = join(folder, "output");
    await promisify(execFile)("mkfifo", ["-m", "600", path]);
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
