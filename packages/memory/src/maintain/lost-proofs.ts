import type { Fact } from "../facts.js";
import { FILES } from "../layers.js";
import type { Memory } from "../memory.js";
import type { Receipt } from "../memory-door.js";
import type { MemoryProblem } from "./check-memory.js";
import type { Proofs } from "./proofs.js";

/** More are counted and not listed. */
const MAX_LISTED = 5;

/** Entries whose receipts the sessions' journals do not bear out any more: the journal is gone, or says something else. */
export async function lostProofs(
  memory: Memory,
  { facts, files }: Proofs,
  now: { facts: readonly Fact[]; files: readonly string[] },
): Promise<MemoryProblem[]> {
  const claims = [
    ...now.facts.map(({ key, text }) => ({ path: FILES.facts, text, proof: facts.get(key) })),
    ...now.files.map((path) => ({ path, text: path, proof: files.get(path) })),
  ].flatMap(({ proof, ...claim }) =>
    proof && proof.receipts.length > 0 ? [{ ...claim, receipts: proof.receipts }] : [],
  );
  const problems = await problemsByReceipt(
    memory,
    claims.flatMap(({ receipts }) => receipts),
  );
  const lost = claims.flatMap(({ receipts, ...claim }) => {
    const whys = receipts.map((receipt) => problems.get(keyOf(receipt)));
    return whys.every((why) => why !== undefined) ? [{ ...claim, receipt: receipts[0]!, why: whys[0]! }] : [];
  });
  const more = lost.length - MAX_LISTED;
  return lost.slice(0, MAX_LISTED).map(({ path, text, receipt, why }, index) => ({
    path,
    what: `the proof of "${text.split("\n", 1)[0]!.slice(0, 80)}" cannot be shown: session ${receipt.session}, call ${receipt.call}: ${why}${index === MAX_LISTED - 1 && more > 0 ? ` (and ${more} more)` : ""}`,
    mend: "restore the session's journal, or show it again; ga memory approve to stand behind it yourself",
  }));
}

/** One session after another, so that each journal is read once. */
async function problemsByReceipt(
  memory: Memory,
  receipts: readonly Receipt[],
): Promise<Map<string, string | undefined>> {
  const unique = [...new Map(receipts.map((receipt) => [keyOf(receipt), receipt])).values()];
  const problems = new Map<string, string | undefined>();
  for (const receipt of unique.sort((a, b) => (a.session < b.session ? -1 : 1)))
    problems.set(keyOf(receipt), await memory.problemWithReceipt(receipt));
  return problems;
}

const keyOf = ({ session, call, outputHash }: Receipt): string => `${session} ${call} ${outputHash}`;
