import type { JsonObject, ToolResult } from "@genericagent/core-loop";
import type { Claim, Receipt } from "@genericagent/memory";
import { outputHash, wordsOf } from "@genericagent/memory/open";
import type { SessionCall } from "./session-calls.js";

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
 * @param remembered what the memory says already: to read it again proves nothing
 * @returns the receipts, and the first claim for which there is none
 */
export function findReceipts(
  claims: readonly Claim[],
  calls: readonly SessionCall[],
  session: string,
  remembered = "",
): { receipts: Receipt[]; unproven?: Claim } {
  const evidence = evidenceIn(calls, remembered);
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
  /** The same without what the code only says. */
  done: Set<string>;
  outputText: string;
  /** The code prints words of its own: what only repeats them shows nothing. */
  isEcho: boolean;
}

/** Calls whose arguments may come back as output without anything having been looked at. */
const PRINTS =
  /\b(echo|print|printf|say|yes|tee|puts|logger|console\.\w+|write\w*|Write-(?:Output|Host))\b|<<|-e\s+['"]/i;

/** What each successful call shows, in order; what the model wrote itself shows nothing when it is read back. */
function evidenceIn(calls: readonly SessionCall[], remembered: string): Evidence[] {
  const known = new Set(remembered.split(/\r?\n/).map((line) => line.trim()));
  let own = "";
  return calls.flatMap(({ call, result, said }) => {
    const asked = askedBy(call.args, said);
    const isEcho = call.name === "web_execute_js" || (call.name === "code_run" && PRINTS.test(asked));
    const written = own;
    if (isEcho || PROVES_NOTHING.has(call.name)) own += `${asked}\n`;
    if (result.isError || PROVES_NOTHING.has(call.name) || isRecall(asked)) return [];
    const outputText = withoutOwn(textOf(result), written, known);
    return [
      {
        ...{ result, outputText, output: wordsOf(outputText), isEcho },
        ...{ asked: wordsOf(asked), done: wordsOf(doneBy(asked)) },
      },
    ];
  });
}

const textOf = ({ content }: ToolResult): string =>
  content.map((block) => (block.type === "text" ? block.text : "")).join("\n");

/** A shorter line may stand anywhere by chance. */
const MIN_OWN_CHARS = 12;

/** Output without the lines of the memory itself, and those that stand in a text which the model wrote before. */
const withoutOwn = (output: string, written: string, known: ReadonlySet<string>): string =>
  output
    .split("\n")
    .filter((line) => {
      const plain = line.replace(/^\s*\d+\s*[|:\t]\s*/, "").trim();
      return plain.length < MIN_OWN_CHARS || !(known.has(plain) || written.includes(plain));
    })
    .join("\n");

/** Code without comments, texts that it prints and documents that it holds: what is only said is not done. */
const doneBy = (code: string): string =>
  code
    .replace(/<<-?\s*(["']?)(\w+)\1[^\n]*\n[\s\S]*?\n\s*\2\b/g, " ")
    .replace(/("""|'''|`)[\s\S]*?\1/g, " ")
    .split("\n")
    .map((line) => line.replace(/(?:^|\s)(?:#|\/\/)\s.*$/, ""))
    .filter((line) => !/^\s*(?:#|\/\/|\*|:\s|(?:echo|print|printf|puts|say|console\.\w+)\b)/.test(line))
    .join("\n");

/** What memory says about itself is no new proof (case H4). */
const isRecall = (asked: string): boolean => /global_mem|[\\/]memory[\\/]/.test(asked);

/** The arguments; code or content that is not among them stands in the reply beside the call. */
const askedBy = (args: JsonObject, said: string): string =>
  [
    ...Object.values(args).map((value) => (typeof value === "string" ? value : JSON.stringify(value))),
    ...("script" in args || "code" in args || "content" in args ? [] : [said]),
  ].join("\n");

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
  { output, asked, done, outputText, isEcho }: Evidence,
): number {
  const isProcedure = kind === "procedure";
  const learnt = words.filter((word) => output.has(word) && !(isEcho && asked.has(word)));
  const code = isProcedure ? done : asked;
  const shown = words.filter(
    (word) => code.has(word) || (isProcedure ? learnt.includes(word) : output.has(word)),
  );
  if (isProcedure) return shown.length / Math.max(1, words.length);
  if (!valuesIn(text).every((value) => outputText.includes(value))) return 0;
  return learnt.length === 0 ? 0 : shown.length / Math.max(1, words.length);
}

/** Numbers, paths and addresses: a fact that names them must have been shown them. */
const valuesIn = (text: string): string[] =>
  [...text.matchAll(/[\w./:\\@~-]*[\d/\\@][\w./:\\@~-]*/g)]
    .map(([value]) => value.replace(/^[.:-]+|[.:,-]+$/g, ""))
    .filter((value) => /\d{2,}|[/\\@]/.test(value));
