import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** How long a browser may take to write its profile down before it is killed. */
const GRACE_MS = 5_000;

/** Waits for the process to end, and sees to it that it does. */
export async function endChild(child: ChildProcess): Promise<void> {
  const isOver = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  if (isOver()) return;
  const ended = once(child, "exit");
  const ask = setTimeout(() => child.kill("SIGTERM"), GRACE_MS / 2);
  const kill = setTimeout(() => child.kill("SIGKILL"), GRACE_MS);
  await ended;
  clearTimeout(ask);
  clearTimeout(kill);
}
