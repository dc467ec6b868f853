import { spawn } from "node:child_process";

export interface CommandResult {
  output: string;
  /** Exit code; `undefined` when it was killed at its limit. */
  code: number | undefined;
}

/** Bytes of output that are kept; the rest is read and dropped. */
const MAX_BYTES = 200_000;

/** Runs a line of the shell to its end or its limit, then ends its whole process group. @throws `signal.reason` */
export async function runCommand(
  command: string,
  { cwd, limitMs, signal }: { cwd?: string | undefined; limitMs: number; signal?: AbortSignal | undefined },
): Promise<CommandResult> {
  signal?.throwIfAborted();
  const grouped = process.platform !== "win32";
  const child = spawn(command, {
    ...{ shell: true, detached: grouped, windowsHide: true, stdio: ["ignore", "pipe", "pipe"] as const },
    ...(cwd && { cwd }),
  });
  const kill = () => endGroup(child.pid, grouped);
  const limit = setTimeout(kill, limitMs);
  signal?.addEventListener("abort", kill, { once: true });
  const kept: Buffer[] = [];
  let size = 0;
  const keep = (chunk: Buffer) => {
    if (size < MAX_BYTES) kept.push(chunk.subarray(0, MAX_BYTES - size));
    size += chunk.length;
  };
  try {
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", resolve);
    });
    await Promise.race([new Promise((resolve) => child.once("close", resolve)), soon()]);
    signal?.throwIfAborted();
    return { output: Buffer.concat(kept).toString("utf8"), code: code ?? undefined };
  } finally {
    clearTimeout(limit);
    signal?.removeEventListener("abort", kill);
    kill();
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

/** What is in the pipes when the command ends is read; a grandchild that holds them is not waited for. */
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 200));

function endGroup(pid: number | undefined, grouped: boolean): void {
  if (pid === undefined) return;
  try {
    if (grouped) process.kill(-pid, "SIGKILL");
    else spawn("taskkill", ["/pid", String(pid), "/t", "/f"], { stdio: "ignore", windowsHide: true });
  } catch {
    // all of it has ended
  }
}
