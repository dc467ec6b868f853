import { type Fact, factsOf } from "../facts.js";
import type { Rule } from "./judged-file.js";
import { similarityOf, wordsOf } from "./words-of.js";

/** Two entries that share this much, and every number, say the same. */
const SAME = 0.8;

/** What was recalled is not stored again as something new. */
export const noDuplicates: Rule = async (file, { twinOf }) => {
  if (file.after === undefined || file.after === file.before) return undefined;
  if (file.layer === "L2") return repeatedFact(file.before ?? "", file.after);
  if (file.layer !== "L3" || file.after.trim() === "") return undefined;
  const twin = await twinOf(file.path, file.after);
  return twin && `${twin} says exactly the same. Use that one`;
};

function repeatedFact(before: string, after: string): string | undefined {
  const old = factsOf(before);
  const oldKeys = new Set(old.map(({ key }) => key));
  const kept = factsOf(after);
  const added = kept.filter(({ key }) => !oldKeys.has(key));
  const index = added.length > FEW ? new FactIndex() : new FactList();
  if (added.length > 0) for (const fact of kept) if (oldKeys.has(fact.key)) index.add(fact);
  const seen = countOf(old);
  for (const [key, count] of countOf(kept)) {
    if (count <= Math.max(1, seen.get(key) ?? 0)) continue;
    const twin = kept.find((fact) => fact.key === key)!;
    return known(twin, twin);
  }
  for (const fact of added) {
    const twin = index.find(fact);
    if (twin) return known(fact, twin);
    index.add(fact);
  }
  return undefined;
}

const known = (fact: Fact, twin: Fact): string =>
  `"${fact.text.slice(0, 80)}" is known already, under [${twin.section}]: "${twin.text.slice(0, 80)}". Leave it out`;

function countOf(facts: readonly Fact[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of facts) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** So many new entries are compared with each old one sooner than all old ones are put in an index. */
const FEW = 4;

class FactList {
  readonly #facts: Fact[] = [];

  add(fact: Fact): void {
    this.#facts.push(fact);
  }

  find(fact: Fact): Fact | undefined {
    const entry = entryOf(fact);
    return this.#facts.find((other) => isSame(entry, rememberedEntry(other)));
  }
}

/** Entries by their words, so that only those are compared that share a word. */
class FactIndex {
  readonly #byWord = new Map<string, Entry[]>();

  add(fact: Fact): void {
    const entry = entryOf(fact);
    for (const word of entry.words) {
      const entries = this.#byWord.get(word);
      if (entries) entries.push(entry);
      else this.#byWord.set(word, [entry]);
    }
  }

  find(fact: Fact): Fact | undefined {
    const entry = entryOf(fact);
    const rare = [...entry.words]
      .map((word) => this.#byWord.get(word) ?? [])
      .sort((a, b) => a.length - b.length);
    const candidates = new Set(rare.slice(0, Math.ceil(entry.words.size * (1 - SAME)) + 1).flat());
    return [...candidates].find((other) => isSame(entry, other))?.fact;
  }
}

interface Entry {
  fact: Fact;
  words: Set<string>;
  /** Numbers, paths, addresses: where one differs, so does the fact. */
  values: string;
}

/** Entries by their text: most of them stay from write to write. */
const entries = new Map<string, Entry>();
const MAX_ENTRIES = 20_000;

const entryOf = (fact: Fact): Entry => ({ ...rememberedEntry(fact), fact });

/** Its fact may be one of the same text that stood elsewhere. */
function rememberedEntry(fact: Fact): Entry {
  let entry = entries.get(fact.text);
  if (!entry) {
    entry = { fact, words: wordsOf(fact.text), values: valuesOf(fact.text) };
    if (entries.size >= MAX_ENTRIES) entries.clear();
    entries.set(fact.text, entry);
  }
  return entry;
}

const valuesOf = (text: string): string =>
  [...text.matchAll(/[\w./:\\@-]*[\d/\\@][\w./:\\@-]*/g)]
    .map(([value]) => value.replace(/[.:]+$/, ""))
    .sort()
    .join(" ");

const isSame = (a: Entry, b: Entry): boolean =>
  a.values === b.values && similarityOf(a.words, b.words) >= SAME;
