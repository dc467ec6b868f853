import type { Usage } from "@genericagent/core-loop";
import type { Preset } from "@genericagent/tools";
import type { Budget } from "../budget.js";

export interface ConductorOptions {
  /** How `ga` is started. Default `["ga"]`, found on the PATH. */
  command?: readonly string[];
  /** Processes at a time. Default 8. */
  concurrency?: number;
  /** What all jobs may spend together; no job is started beyond it. A running call may exceed it by itself. */
  budget?: Budget;
  /** What one job may spend. Seconds: default 1 800. */
  perJob?: Budget & { seconds?: number; maxTurns?: number };
  /** Where the sub-agents work. Default: the process's folder. */
  cwd?: string;
  model?: string;
  permissions?: Preset;
  /** Where config.json, credentials.json and permissions.json are. Default: see `findDataHome`. */
  configHome?: string;
  env?: NodeJS.ProcessEnv;
  /** How often a job is begun when its process ends without a result. Default 2. */
  attempts?: number;
}

/** What came of a job; failures are results too. */
export interface JobResult {
  id: string;
  /** Where its prompt, its result, its log and its data home are. */
  folder: string;
  /** `skipped`: the budget was spent before its turn came; it runs when it is dispatched again with more. */
  status: "done" | "failed" | "skipped";
  /** The answer. */
  text: string;
  turns: number;
  usage: Usage;
  /** US dollars, where the price is known. */
  costUsd?: number;
  /** Why it is not done. */
  error?: { code: string; message: string };
}

/** How a job stands. */
export type JobState = "waiting" | "running" | JobResult["status"];
