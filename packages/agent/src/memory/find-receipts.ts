import type { JsonObject, ToolResult } from "@genericagent/core-loop";
import type { Receipt } from "@genericagent/memory";
import { outputHash, wordsOf } from "@genericagent/memory/open";
import type { SessionCall } from "./session-calls.js";

/** Something new that the memory is to hold. */
export interface Claim {
  text: string;
  /** A fact must stand in an output; a procedure may also stand in the code that succeeded. */
  kind: "fact" | "procedure";
}

/** A call proves a claim of which it shows this share of the words. */
const MIN_SHARE = { fact: 0.5, procedure: 0.3 };
/** What these answer is the agent's own words, or the user's. */
const PROVES_NOTHING = new Set([
  "update_working_checkpoint",
  "start_long_term_update",
  "file_write",
  "file_patch",
]);

/**
 * Finds for each claim the successful call of the session that shows it best.
 *
 * @returns the receipts, and the first claim for which there is none
 */
export function findReceipts(
  claims: readonly Claim[],
  calls: readonly SessionCall[],
  session: string,
): { receipts: Receipt[]; unproven?: Claim } {
  const evidence = calls.flatMap((each) => evidenceOf(each));
  const receipts = new Map<string, Receipt>();
  for (const claim of claims) {
    const best = bestFor(claim, evidence);
    if (!best) return { receipts: [...receipts.values()], unproven: claim };
    const { callId, content } = best.result;
    receipts.set(callId, { session, call: callId, outputHash: outputHash(content) });
  }
  return { receipts: [...receipts.values()] };
}

interface Evidence {
  result: ToolResult;
  output: Set<string>;
  /** Words of the code or the arguments. */
  asked: Set<string>;
  outputText: string;
  /** The code prints words of its own: what only repeats them shows nothing. */
  isEcho: boolean;
}

function evidenceOf({ call, result }: SessionCall): Evidence[] {
  if (result.isError || PROVES_NOTHING.has(call.name) || isRecall(textOfArgs(call.args))) return [];
  const outputText = result.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  const asked = textOfArgs(call.args);
  return [
    {
      ...{ result, outputText, output: wordsOf(outputText), asked: wordsOf(asked) },
      isEcho:
        call.name === "code_run" && /\b(echo|print|printf|console\.log|write|puts|cat\s*<<)\b/i.test(asked),
    },
  ];
}

/** What memory says about itself is no new proof (case H4). */
const isRecall = (asked: string): boolean => /global_mem|[\\/]memory[\\/]/.test(asked);

const textOfArgs = (args: JsonObject): string =>
  Object.values(args)
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
    .join("\n");

function bestFor(claim: Claim, evidence: readonly Evidence[]): Evidence | undefined {
  const words = [...wordsOf(claim.text)];
  let best: Evidence | undefined;
  let bestShare = MIN_SHARE[claim.kind];
  for (const each of evidence) {
    const share = shareShown(claim, words, each);
    if (share >= bestShare) [best, bestShare] = [each, share];
  }
  return best;
}

/** The share of a claim's words that a call shows, 0 when it lacks a value or only repeats what it was told to print. */
function shareShown(
  { text, kind }: Claim,
  words: readonly string[],
  { output, asked, outputText, isEcho }: Evidence,
): number {
  const shown = words.filter((word) => output.has(word) || asked.has(word));
  if (kind === "procedure") return shown.length / Math.max(1, words.length);
  if (!valuesIn(text).every((value) => outputText.includes(value))) return 0;
  const learnt = words.filter((word) => output.has(word) && !(isEcho && asked.has(word)));
  return learnt.length === 0 ? 0 : shown.length / Math.max(1, words.length);
}

/** Numbers, paths and addresses: a fact that names them must have been shown them. */
const valuesIn = (text: string): string[] =>
  [...text.matchAll(/[\w./:\\@~-]*[\d/\\@][\w./:\\@~-]*/g)]
    .map(([value]) => value.replace(/^[.:-]+|[.:,-]+$/g, ""))
    .filter((value) => /\d{2,}|[/\\@]/.test(value));
