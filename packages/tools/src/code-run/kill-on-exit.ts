import { killGroupNow } from "./process-group.js";

const running = new Set<number>();
const killAll = (): void => running.forEach(killGroupNow);

/** Should this process exit while the command runs, the command's group goes with it. Call the result to undo. */
export function killOnExit(group: number | undefined): () => void {
  if (group === undefined) return () => {};
  if (running.size === 0) process.once("exit", killAll);
  running.add(group);
  return () => {
    running.delete(group);
    if (running.size === 0) process.off("exit", killAll);
  };
}
