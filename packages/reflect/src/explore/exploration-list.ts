import type { Dimensions, Weights } from "./score-task.js";

/** A task as the plan proposes it. */
export interface Candidate {
  title: string;
  category: string;
  /** What shall be there afterwards. */
  goal: string;
  /** How one sees that it is there. */
  check: string;
  /** Names of skills that it would strengthen. */
  skills: string[];
}

export interface ExplorationItem extends Candidate {
  id: string;
  dimensions: Dimensions;
  score: number;
  state: "open" | "running" | "done" | "failed";
  /** ISO 8601. */
  endedAt?: string;
  /** File name of its report. */
  report?: string;
  /** What became of it has been held against its score. */
  learned?: boolean;
}

/** The list and what was learned; one JSON file. */
export interface ExplorationState {
  weights: Weights;
  items: ExplorationItem[];
  /** Reports so far. */
  reports: number;
  /** Plans in a row that were of no use. */
  failedPlans: number;
  /** ISO 8601; no plan is made before. */
  restUntil?: string;
}
