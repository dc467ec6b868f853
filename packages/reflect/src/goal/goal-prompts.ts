import type { GoalState } from "./goal-state.js";

/** A check ends with one of these on a line of its own. */
export const GOAL_MET = "[GOAL_MET]";
export const GOAL_NOT_MET = "[GOAL_NOT_MET]";

export function goalPrompt(state: GoalState): string {
  const frame = `<objective>\n${state.objective}\n</objective>\n\n${budgetLine(state)}\nNobody is watching: ask nothing, decide for yourself. Keep what you make in the folder you work in.\n\n`;
  switch (state.phase) {
    case "work":
      return frame + workPart(state);
    case "check":
      return frame + CHECK;
    case "wrap":
      return frame + wrapPart(state);
  }
}

function workPart({ findings, turn }: GoalState): string {
  if (turn <= 1)
    return "This is a work phase. Do what the objective asks, completely, then say what you made and where.";
  return `This is a work phase. A check of what is there found the following. Mend it; do not begin anew.\n<findings>\n${findings || "nothing was written down"}\n</findings>`;
}

const CHECK = `This is a check phase. Somebody else did the work; change nothing of it. Hold the objective against what is really there, point by point: open the files, run the programs, try a case that was not tried, look for what is missing, invented or broken. What the worker claims is no evidence.
Write down each fault with its place. Then end with one line:
${GOAL_MET} when every point of the objective was seen to hold, or
${GOAL_NOT_MET} when anything is missing.`;

function wrapPart({ end, findings }: GoalState): string {
  const why = end === "met" ? "A check has confirmed the objective." : `It ends unconfirmed: ${end} reached.`;
  const open = findings && end !== "met" ? `\nLast findings:\n<findings>\n${findings}\n</findings>` : "";
  return `This is the last phase. ${why}${open}\nCheck nothing anew. List what was made and where, what is missing, and the next step. Remove temporary files that are certainly of no use.`;
}

function budgetLine({ usedMs, budgetMs, usedTokens, budgetTokens, turn, maxTurns }: GoalState): string {
  const minutes = `${Math.round(usedMs / 60_000)} of ${Math.round(budgetMs / 60_000)} minutes`;
  const tokens = budgetTokens === undefined ? "" : `, ${usedTokens} of ${budgetTokens} tokens`;
  return `Used so far: ${minutes}${tokens}, phase ${turn} of ${maxTurns} at most. The budget is a limit, not a quota.`;
}

/** A verdict counts only as the last line: a check that quotes the marker has not given it. */
export const isGoalMet = (text: string): boolean => text.trim().split(/\r?\n/).at(-1)?.trim() === GOAL_MET;
