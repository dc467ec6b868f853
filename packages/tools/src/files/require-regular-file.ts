import type { BigIntStats, Stats } from "node:fs";
import { ToolRefusal } from "../tool-refusal.js";
import { showPath } from "./show-path.js";

/** Refuses what is no file of bytes: a FIFO would wait for ever, a device may never end. */
export function requireRegularFile(stats: Stats | BigIntStats, action: string, path: string): void {
  if (stats.isFile()) return;
  const [kind, advice] = stats.isDirectory()
    ? ["a folder", "Name a file in it, or list it with code_run"]
    : [stats.isFIFO() ? "a FIFO" : stats.isSocket() ? "a socket" : "a device", "Use code_run with a timeout"];
  throw new ToolRefusal(`Cannot ${action} ${showPath(path)}: it is ${kind}, not a regular file. ${advice}.`);
}

/** Refuses to replace what the kernel only shows as a file. */
export function requireStoredFile(path: string, action: string): void {
  if (process.platform === "linux" && /^\/(proc|sys)\//.test(path))
    throw new ToolRefusal(
      `Cannot ${action} ${showPath(path)}: it belongs to the kernel and is stored nowhere. Use code_run.`,
    );
}
