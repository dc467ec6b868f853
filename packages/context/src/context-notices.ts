import type { Notice } from "@genericagent/core-loop";
import type { BudgetChange } from "./adaptive-budget.js";
import type { Ledger } from "./ledger.js";

/** One notice for each stage that did something, and one for a changed budget. */
export function contextNotices(ledger: Ledger, change: BudgetChange | undefined): Notice[] {
  const { compressed, evicted, spilled } = ledger;
  const notices: Notice[] = [];
  if (change)
    notices.push(
      notice(
        "context-budget-changed",
        `Context budget ${change.from} → ${change.to} tokens: ${WHY[change.reason]}.`,
        change,
      ),
    );
  if (compressed > 0)
    notices.push(
      notice("context-compressed", `${count(compressed, "old message")} shortened.`, { compressed }),
    );
  if (evicted > 0)
    notices.push(notice("context-evicted", `${count(evicted, "old message")} dropped.`, { evicted }));
  if (spilled.length > 0)
    notices.push(
      notice("context-spilled", `${count(spilled.length, "large part")} taken out of the request.`, {
        spilled,
      }),
    );
  return notices;
}

const count = (amount: number, thing: string): string => `${amount} ${thing}${amount === 1 ? "" : "s"}`;

const WHY: Record<BudgetChange["reason"], string> = {
  "evicted-call-repeated": "the model repeated a call whose result was dropped",
  "spilled-file-read": "the model read a text back that was spilled to a file",
  "checkpoint-nearly-full": "the checkpoint is nearly full",
  "no-long-dependency": "nothing old was asked for again",
};

/** The whole ledger of a request as data, its sum as a line. */
export function ledgerNotice(ledger: Ledger): Notice {
  const { counted, totalTokens, budgetTokens } = ledger;
  const tokens = counted
    ? `${counted.inputTokens} tokens, ${counted.cachedTokens} of them cached`
    : `about ${totalTokens} tokens`;
  return notice("context-ledger", `Request ${ledger.request}: ${tokens}, budget ${budgetTokens}.`, ledger);
}

const notice = (code: string, message: string, data: unknown): Notice => ({
  type: "notice",
  code,
  message,
  data,
});
