/** One entry of L2: a line, with the indented lines below it. */
export interface Fact {
  /** Name in `## [NAME]`; empty above the first heading. */
  section: string;
  text: string;
  /** Equal for entries that differ in case, spaces and punctuation only. */
  key: string;
}

const HEADING = /^##\s+\[?([^\]]*)\]?\s*$/;

/** The last texts that were read: each rule asks for the same two. */
const recent = new Map<string, readonly Fact[]>();
const MAX_RECENT = 4;

/** The entries of an L2 text in order. Titles (`# …`), blank lines and rules are none. */
export function factsOf(text: string): readonly Fact[] {
  let facts = recent.get(text);
  if (!facts) {
    facts = readFacts(text);
    recent.set(text, facts);
    if (recent.size > MAX_RECENT) recent.delete(recent.keys().next().value!);
  }
  return facts;
}

function readFacts(text: string): Fact[] {
  const facts: Fact[] = [];
  let section = "";
  let isOpen = false;
  for (const line of text.split(/\r?\n/)) {
    const heading = HEADING.exec(line);
    if (heading) section = heading[1]!.trim();
    const isEntry = !heading && !/^\s*$|^#|^[-=*_]{3,}\s*$/.test(line);
    if (isEntry && isOpen && /^\s+/.test(line)) facts.at(-1)!.text += `\n${line}`;
    else if (isEntry) facts.push({ section, text: line.trim(), key: "" });
    isOpen = isEntry;
  }
  for (const fact of facts) fact.key = keyOf(fact.text);
  return facts.filter(({ key }) => key !== "");
}

/** Keys by text: nearly all entries stay from write to write. */
const keys = new Map<string, string>();
const MAX_KEYS = 20_000;

function keyOf(text: string): string {
  let key = keys.get(text);
  if (key === undefined) {
    key = factKey(text);
    if (keys.size >= MAX_KEYS) keys.clear();
    keys.set(text, key);
  }
  return key;
}

/** The section names in order, without those above the first heading. */
export const sectionsOf = (text: string): string[] => [
  ...new Set(text.split(/\r?\n/).flatMap((line) => HEADING.exec(line)?.[1]?.trim() || [])),
];

export const factKey = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFKC")
    .replace(/^[\s\-*•\d.)]+(?=\p{L})/u, "")
    .replace(/[^\p{L}\p{N}\p{S}/\\:@._%#+-]+/gu, " ")
    .replace(/[.:]+(?= |$)/g, "")
    .trim();

/** Adds a line at the end of its section, which is made where it is missing. */
export function withFact(text: string, section: string, fact: string): string {
  const lines = text === "" ? [] : text.replace(/\n+$/, "").split("\n");
  const start = lines.findIndex((line) => HEADING.exec(line)?.[1]?.trim() === section);
  if (start < 0)
    return `${[...lines, ...(lines.length > 0 ? [""] : []), `## [${section}]`, fact].join("\n")}\n`;
  const next = lines.findIndex((line, index) => index > start && /^#/.test(line));
  let end = next < 0 ? lines.length : next;
  while (end > start + 1 && lines[end - 1]!.trim() === "") end--;
  lines.splice(end, 0, fact);
  return `${lines.join("\n")}\n`;
}
