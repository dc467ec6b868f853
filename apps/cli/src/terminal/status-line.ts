import pc from "picocolors";
import { describeCount } from "../describe-call.js";

export interface Status {
  model: string;
  /** Whole turns of the conversation. */
  turn: number;
  /** Of the latest request. */
  context?: { totalTokens: number; budgetTokens: number };
  /** US dollars; absent where a price is not known. */
  costUsd?: number;
  skills: number;
  /** Tasks that wait. */
  waiting?: number;
}

/** The whole state in one line; what matters least is left out first when there is little room. */
export function statusLine(status: Status, columns: number): string {
  const { model, turn, context, costUsd, skills, waiting = 0 } = status;
  const parts = [
    model,
    `turn ${turn}`,
    ...(context ? [contextPart(context)] : []),
    ...(costUsd === undefined ? [] : [`$${costUsd.toFixed(costUsd < 1 ? 4 : 2)}`]),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    `${skills} skill${skills === 1 ? "" : "s"}`,
  ];
  while (parts.length > 1 && parts.join(" · ").length > columns - 1) parts.pop();
  return pc.dim(parts.join(" · "));
}

function contextPart({ totalTokens, budgetTokens }: NonNullable<Status["context"]>): string {
  const share = Math.round((totalTokens / budgetTokens) * 100);
  return `context ${describeCount(totalTokens)} of ${describeCount(budgetTokens)} (${share} %)`;
}
