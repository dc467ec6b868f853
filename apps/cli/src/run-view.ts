import type { Ledger } from "@genericagent/context";
import type { LoopEvent, RunEnd, Usage } from "@genericagent/core-loop";

/** How a run ended, as the shell and `--json` are told. */
export interface RunSummary {
  type: "run-end";
  reason: RunEnd | "failed" | "aborted";
  text: string;
  turns: number;
  usage: Usage;
  durationMs: number;
  session?: string;
  /** In result files: `provider/model`, and US dollars where the price is known. */
  model?: string;
  costUsd?: number;
  /** What the latest request cost, part by part. */
  context?: Ledger;
  /** What the agent asks, with `exited`. */
  data?: unknown;
  why?: string;
  error?: { code: string; message: string };
}

/** Shows a run while it happens. */
export interface RunView {
  event(event: LoopEvent): void;
  /** Clears what moves, so that a question can be asked. */
  pause(): void;
  /** The question is answered. */
  resume?(): void;
  end(summary: RunSummary): void;
}

/** One JSON object a line: every loop event, then the summary. */
export const jsonView = (write: (line: string) => void): RunView => ({
  event: (event) => write(`${JSON.stringify(event)}\n`),
  pause: () => {},
  end: (summary) => write(`${JSON.stringify(summary)}\n`),
});
