import { factsOf } from "../facts.js";
import type { Blobs } from "../journal/blobs.js";
import type { ChangeEntry } from "../journal/change-entry.js";
import { Replay } from "../journal/content-at.js";
import { FILES, layerOf } from "../layers.js";
import type { Receipt } from "../memory-door.js";
import { textOfBytes } from "../text-of-bytes.js";

/** What stands behind an entry. `approved`: the user's word. `unproven`: nothing. */
export interface Proof {
  status: "proven" | "approved" | "unproven";
  receipts: readonly Receipt[];
  /** The change that brought it. */
  n: number;
}

export interface Proofs {
  /** By the key of the L2 entry. */
  facts: Map<string, Proof>;
  /** By path, for files of L3. */
  files: Map<string, Proof>;
}

/** Reads from the journal what proves each entry of L2 and each file of L3. */
export async function proofsOf(entries: readonly ChangeEntry[], blobs: Blobs): Promise<Proofs> {
  const replay = new Replay(blobs);
  const facts = new Map<string, Proof>();
  const files = new Map<string, Proof>();
  const versions = new Map<string, Proof>();
  for (const entry of entries) {
    const proof = proofIn(entry);
    const before = keysOf(replay, entry);
    await replay.apply(entry);
    for (const key of keysOf(replay, entry)) if (isAbout(entry, key, before, facts)) facts.set(key, proof);
    for (const { path, to } of entry.files) {
      if (layerOf(path) !== "L3" || to === null) continue;
      const same = `${path} ${to}`;
      if (!versions.has(same)) versions.set(same, proof);
      files.set(path, entry.undoes ? versions.get(same)! : proof);
    }
  }
  return { facts, files };
}

/** New entries, and with an approval of the whole file those that nothing stood behind. */
function isAbout(
  entry: ChangeEntry,
  key: string,
  before: ReadonlySet<string>,
  facts: ReadonlyMap<string, Proof>,
): boolean {
  const isSame = entry.files.every(({ from, to }) => from === to);
  if (isSame) return facts.get(key)?.status === "unproven";
  return !before.has(key) && !(entry.undoes && facts.has(key));
}

function proofIn({ n, receipts = [], approved }: ChangeEntry): Proof {
  return { n, receipts, status: receipts.length > 0 ? "proven" : approved ? "approved" : "unproven" };
}

function keysOf(replay: Replay, { files }: ChangeEntry): Set<string> {
  const facts = files.some(({ path }) => path === FILES.facts) ? replay.at(FILES.facts) : undefined;
  const text = facts && facts !== "lost" ? textOfBytes(facts) : undefined;
  return new Set(factsOf(text ?? "").map(({ key }) => key));
}
