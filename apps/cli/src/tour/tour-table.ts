import pc from "picocolors";
import { describeCount, describeDuration } from "../describe-call.js";

/** What a run of the tour cost, as it was measured. */
export interface TourRun {
  /** What it went by: `worked out`, `SOP`, `code`. */
  way: string;
  file: string;
  /** Model calls. */
  turns: number;
  tokens: number;
  /** Up to the answer. */
  durationMs: number;
  /** After the answer: learning, accounts, the gate. */
  afterMs: number;
}

const BAR_CHARS = 24;

/** The runs side by side; every figure is the run's own. */
export function tourTable(runs: readonly TourRun[]): string {
  const top = Math.max(1, ...runs.map(({ tokens }) => tokens));
  const head = `${"run".padEnd(5)}${"file".padEnd(18)}${"went by".padEnd(13)}${"turns".padStart(6)}${"tokens".padStart(9)}${"time".padStart(9)}`;
  const rows = runs.map(({ way, file, turns, tokens, durationMs }, index) => {
    const bar = "█".repeat(tokens === 0 ? 0 : Math.max(1, Math.round((tokens / top) * BAR_CHARS)));
    return `${String(index + 1).padEnd(5)}${file.padEnd(18)}${way.padEnd(13)}${String(turns).padStart(6)}${describeCount(tokens).padStart(9)}${describeDuration(durationMs).padStart(9)}  ${pc.cyan(bar)}`;
  });
  return [pc.dim(head), ...rows].join("\n");
}
