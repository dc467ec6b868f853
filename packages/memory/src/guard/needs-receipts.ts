import type { Rule } from "./judged-file.js";
import { newClaims } from "./new-claims.js";

/** No Execution, No Memory: what is new in L1, L2 and L3 names a successful call that proves it. */
export const needsReceipts: Rule = async ({ layer, before, after, change }, { verifyReceipt, names }) => {
  const { receipts = [], approved, unproven } = change;
  if (after === undefined || after === before || (approved && receipts.length === 0)) return undefined;
  const claims = newClaims(layer, before ?? "", after, layer === "L1" ? await names() : []);
  const claim = claims.find(({ text }) => text === unproven) ?? claims[0];
  if (!claim) return undefined;
  const what =
    claim.kind === "fact"
      ? `"${claim.text.slice(0, 80)}"`
      : before === undefined
        ? "this file"
        : "the change of this file";
  if (receipts.length === 0 || unproven !== undefined)
    return layer === "L1"
      ? `no execution, no memory: ${what} points to nothing. A line of the index names a section of L2 or a file of L3; a fact goes into global_mem.txt with its proof`
      : `no execution, no memory: nothing proves ${what}. Run a check with a tool that shows it, then write it again`;
  if (!verifyReceipt)
    return "receipts cannot be checked here: the memory was opened without the sessions' journals";
  for (const receipt of receipts) {
    const why = await verifyReceipt(receipt);
    if (why) return `the receipt (session ${receipt.session}, call ${receipt.call}) proves nothing: ${why}`;
  }
  return undefined;
};
