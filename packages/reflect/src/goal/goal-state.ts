/** What a goal has come to; one JSON file, replaced as a whole. The next host goes on from it. */
export interface GoalState {
  /** Tells the tasks of this goal from those of an earlier one with its name. */
  born: string;
  objective: string;
  /** Which task is next, or is running. */
  phase: "work" | "check" | "wrap";
  /** Tasks begun so far; the running one included. */
  turn: number;
  /** Milliseconds of runs so far; time without a host costs nothing. */
  usedMs: number;
  usedTokens: number;
  budgetMs: number;
  budgetTokens?: number;
  maxTurns: number;
  /** What the last check found missing. */
  findings: string;
  /** Missing while it goes on. `met`: a check confirmed it. */
  end?: GoalEnd;
  /** The last task has run. */
  wrapped?: boolean;
}

export type GoalEnd = "met" | "budget" | "turns" | "stuck";

export const sayGoalEnd = (end: GoalEnd, turn: number): string =>
  ({
    met: "met",
    budget: "its budget is spent, and no check has found it met",
    turns: `after ${turn} phases no check has found it met`,
    stuck: "three runs in a row failed",
  })[end];

export const goalEnd = (state: GoalState): GoalEnd | undefined => {
  if (state.usedMs >= state.budgetMs) return "budget";
  if (state.budgetTokens !== undefined && state.usedTokens >= state.budgetTokens) return "budget";
  return state.turn >= state.maxTurns ? "turns" : undefined;
};
