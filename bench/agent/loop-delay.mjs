// Loaded into `ga`: between two SIGUSR2 it measures how long the event loop was held up, then writes that down.
import { renameSync, writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

const RESOLUTION_MS = 2;
const report = process.env.FRAME_REPORT;
writeFileSync(`${report}.pid`, String(process.pid));
const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
let measuring = false;
process.on("SIGUSR2", () => {
  if (measuring) {
    histogram.disable();
    const ms = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
    const result = { max: ms(histogram.max), p99: ms(histogram.percentile(99)), mean: ms(histogram.mean) };
    writeFileSync(`${report}.new`, JSON.stringify(result));
    renameSync(`${report}.new`, report);
  } else histogram.enable();
  measuring = !measuring;
});
