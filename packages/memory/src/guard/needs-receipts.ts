import { factsOf } from "../facts.js";
import type { Rule } from "./judged-file.js";

/** No Execution, No Memory: what is new in L2 and L3 names a successful call that proves it. */
export const needsReceipts: Rule = async (file, { verifyReceipt }) => {
  const { receipts = [], approved } = file.change;
  const claim = newClaim(file.layer, file.before, file.after);
  if (!claim || (approved && receipts.length === 0)) return undefined;
  if (receipts.length === 0)
    return `no execution, no memory: nothing proves ${claim}. Run a check with a tool that shows it, then write it again`;
  if (!verifyReceipt)
    return "receipts cannot be checked here: the memory was opened without the sessions' journals";
  for (const receipt of receipts) {
    const why = await verifyReceipt(receipt);
    if (why) return `the receipt (session ${receipt.session}, call ${receipt.call}) proves nothing: ${why}`;
  }
  return undefined;
};

function newClaim(layer: string, before: string | undefined, after: string | undefined): string | undefined {
  if (after === undefined || after === before) return undefined;
  if (layer === "L2") {
    const known = new Set(factsOf(before ?? "").map(({ key }) => key));
    const fact = factsOf(after).find(({ key }) => !known.has(key));
    return fact && `"${fact.text.slice(0, 80)}"`;
  }
  if (layer !== "L3") return undefined;
  return hasNewWords(before ?? "", after)
    ? before === undefined
      ? "this file"
      : "the change of this file"
    : undefined;
}

/** Moved and removed lines claim nothing new. */
function hasNewWords(before: string, after: string): boolean {
  const old = new Set(before.split(/\r?\n/).map((line) => line.trim()));
  return after.split(/\r?\n/).some((line) => line.trim() !== "" && !old.has(line.trim()));
}
