import { errorMessage } from "@genericagent/core-loop";
import type { Adb } from "@yume-chan/adb";
import type { ReadableStream } from "@yume-chan/stream-extra";
import { DeviceError } from "../device-error.js";
import { withLimit } from "../with-limit.js";

export interface ShellOptions {
  /** Default 30 000; then the command and all it started on the device are killed. */
  timeoutMs?: number;
}

export interface ShellResult {
  stdout: Buffer;
  stderr: string;
  exitCode: number;
}

const MAX_OUTPUT_BYTES = 64 << 20;

/** Runs a command line in the device's shell. A device that goes away is an error, not an exit code. */
export async function runOnAndroid(
  adb: Adb,
  command: string,
  { timeoutMs = 30_000 }: ShellOptions = {},
): Promise<ShellResult> {
  const running: { pid?: string | undefined } = {};
  try {
    return await withLimit(start(adb, command, running), timeoutMs, () => tooLong(command, timeoutMs));
  } catch (error) {
    if (error instanceof DeviceError) {
      // Closing the shell would leave what it runs alive on the device.
      if (error.code === "no-answer") await kill(adb, running.pid);
      throw error;
    }
    throw new DeviceError(
      "device-lost",
      `${adb.serial} went away during ${JSON.stringify(command.slice(0, 80))}: ${errorMessage(error).trim()}. What was done by then is not known.`,
      error,
    );
  }
}

const tooLong = (command: string, timeoutMs: number): string =>
  `The device did not end ${JSON.stringify(command.slice(0, 80))} within ${timeoutMs} ms; it was stopped.`;

/** The shell leads a process group of its own, and tells its number first. */
async function start(adb: Adb, command: string, running: { pid?: string | undefined }): Promise<ShellResult> {
  const shell = adb.subprocess.shellProtocol;
  if (!shell) return withoutProtocol(adb, command);
  const child = await shell.spawn(`echo $$ >&2; ${command}`);
  const [stdout, stderr, exitCode] = await Promise.all([
    collect(child.stdout),
    collect(child.stderr, (text) => {
      running.pid ??= /^(\d+)\r?\n/.exec(text)?.[1];
    }),
    child.exited,
  ]);
  return { stdout, stderr: stderr.toString("utf8").replace(/^\d+\r?\n/, ""), exitCode };
}

/** Android 6 and older: one stream, the exit code at its end. */
async function withoutProtocol(adb: Adb, command: string): Promise<ShellResult> {
  const output = Buffer.from(
    await adb.subprocess.noneProtocol.spawnWait(`(${command}
); echo "
$?"`),
  );
  const end = output.lastIndexOf("\n", output.length - 2);
  const exitCode = Number(output.subarray(end + 1).toString("latin1"));
  if (end < 0 || !Number.isInteger(exitCode))
    throw new DeviceError("device-lost", `${adb.serial} went away before the command ended.`);
  return { stdout: output.subarray(0, end), stderr: "", exitCode };
}

async function collect(
  stream: ReadableStream<Uint8Array>,
  onStart?: (text: string) => void,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    size += value.length;
    if (size <= MAX_OUTPUT_BYTES) chunks.push(value);
    onStart?.(Buffer.concat(chunks.slice(0, 4)).toString("latin1"));
  }
}

async function kill(adb: Adb, pid: string | undefined): Promise<void> {
  if (!pid) return;
  const killing = adb.subprocess.shellProtocol?.spawnWaitText(`kill -9 -${pid}`);
  await withLimit(Promise.resolve(killing), 2000, () => "").catch(() => {});
}

/** One word for the device's shell. */
export const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
