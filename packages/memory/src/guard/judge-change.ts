import { MemoryError } from "../memory-error.js";
import { insightFits } from "./insight-fits.js";
import type { JudgedFile, Rule, RuleContext } from "./judged-file.js";
import { keepsVerified } from "./keeps-verified.js";
import { layerMayBeWritten } from "./layer-may-be-written.js";
import { needsReceipts } from "./needs-receipts.js";
import { noDuplicates } from "./no-duplicates.js";
import { noSecrets } from "./no-secrets.js";
import { noVolatileState } from "./no-volatile-state.js";

const RULES: readonly Rule[] = [
  layerMayBeWritten,
  noSecrets,
  noVolatileState,
  insightFits,
  noDuplicates,
  keepsVerified,
  needsReceipts,
];
/** The host's own accounts prove nothing, so they only must hold no secret. */
const RULES_FOR_RECORDS: readonly Rule[] = [noSecrets];

/**
 * Applies every rule to every file, so that the model learns all reasons at once.
 *
 * @throws MemoryError `memory-refused`
 */
export async function judgeChange(files: readonly JudgedFile[], context: RuleContext): Promise<void> {
  const reasons: string[] = [];
  for (const file of files)
    for (const rule of file.layer === "record" ? RULES_FOR_RECORDS : RULES) {
      const reason = await rule(file, context);
      if (reason) reasons.push(`${file.path}: ${reason}.`);
      if (reason && rule === layerMayBeWritten) break;
    }
  if (reasons.length > 0) throw new MemoryError("memory-refused", `Not written. ${reasons.join("\n")}`);
}
