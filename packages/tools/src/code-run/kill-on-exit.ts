import { killMarkedNow } from "./call-mark.js";
import { killGroupNow } from "./process-group.js";

/** Groups of commands that run, and the marks of what they started. */
const running = new Map<number, string | undefined>();

function killAll(): void {
  for (const [group, mark] of running) {
    killGroupNow(group);
    if (mark) killMarkedNow(mark);
  }
}

/** Should this process exit while the command runs, all of the command goes with it. Call the result to undo. */
export function killOnExit(group: number | undefined, mark: string | undefined): () => void {
  if (group === undefined) return () => {};
  if (running.size === 0) process.once("exit", killAll);
  running.set(group, mark);
  return () => {
    running.delete(group);
    if (running.size === 0) process.off("exit", killAll);
  };
}
