import { readdirSync, readFileSync } from "node:fs";

/** Linux counts the time of ended children in ticks of 10 ms. */
const TICK_MS = 10;

/**
 * CPU milliseconds a live process has used, user and system, all threads, and the children it has waited for.
 * Linux only: `schedstat` counts in nanoseconds where `stat` counts in ticks.
 */
export function cpuTimeMs(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const own = threads.reduce((sum, thread) => sum + nanoseconds(`/proc/${pid}/task/${thread}/schedstat`), 0);
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  // `cutime` and `cstime` are fields 16 and 17 of the line; the first two are cut off here.
  const children = Number(fields[13]) + Number(fields[14]);
  return own / 1e6 + children * TICK_MS;
}

const nanoseconds = (file) => Number(readFileSync(file, "utf8").split(" ")[0]);
