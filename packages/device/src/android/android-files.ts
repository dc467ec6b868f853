import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { Readable, Writable } from "node:stream";
import { errorMessage } from "@genericagent/core-loop";
import type { Adb, AdbSync } from "@yume-chan/adb";
import type { ReadableStream } from "@yume-chan/stream-extra";
import { DeviceError } from "../device-error.js";
import { withLimit } from "../with-limit.js";

/** 10 minutes; a device that is unplugged ends a transfer at once. */
const TRANSFER_LIMIT_MS = 600_000;

/** Copies a file to the device. @returns its size in bytes. */
export async function pushFile(adb: Adb, local: string, remote: string): Promise<number> {
  const stats = await stat(local).catch((error: unknown) => {
    throw new DeviceError("invalid-options", `${local} cannot be read: ${errorMessage(error)}.`, error);
  });
  await transfer(adb, `push ${local} to ${remote}`, (sync) => {
    const file = Readable.toWeb(createReadStream(local)) as unknown as ReadableStream<Uint8Array>;
    return sync.write({
      filename: remote,
      file,
      permission: stats.mode & 0o777,
      mtime: Math.floor(stats.mtimeMs / 1000),
    });
  });
  return stats.size;
}

/** Copies a file from the device; the local one is whole or not there. @returns its size in bytes. */
export async function pullFile(adb: Adb, remote: string, local: string): Promise<number> {
  const temporary = `${local}.${randomBytes(4).toString("hex")}.tmp`;
  try {
    await transfer(adb, `pull ${remote} to ${local}`, (sync) =>
      sync.read(remote).pipeTo(Writable.toWeb(createWriteStream(temporary)) as never),
    );
    const { size } = await stat(temporary);
    await rename(temporary, local);
    return size;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function transfer(adb: Adb, what: string, work: (sync: AdbSync) => Promise<void>): Promise<void> {
  const gone = adb.disconnected.then(() => {
    throw new DeviceError("device-lost", `${adb.serial} went away: could not ${what}.`);
  });
  gone.catch(() => {});
  let sync: AdbSync | undefined;
  try {
    sync = await adb.sync();
    const working = Promise.race([work(sync), gone]);
    await withLimit(
      working,
      TRANSFER_LIMIT_MS,
      () => `Could not ${what} within ${TRANSFER_LIMIT_MS / 60_000} minutes.`,
    );
  } catch (error) {
    if (error instanceof DeviceError) throw error;
    throw new DeviceError(
      "device-command-failed",
      `Could not ${what}: ${errorMessage(error).trim()}.`,
      error,
    );
  } finally {
    await sync?.dispose().catch(() => {});
  }
}
