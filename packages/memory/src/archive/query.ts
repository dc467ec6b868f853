import { hashesOf } from "./token-scanner.js";

/** What a question asks for, beyond its words. */
export interface Query {
  terms: { hash: number; weight: number }[];
  /** Names of speakers that it mentions. */
  speakers: Set<string>;
  /** Beginnings of ISO dates that it mentions: `2023`, `2023-05` or `2023-05-07`. */
  dates: string[];
}

/** A name in the middle of a sentence tells more apart than other words. */
const ENTITY_WEIGHT = 1.2;
/** The name of somebody who speaks stands in the lines of the others. */
const SPEAKER_WEIGHT = 0.3;

export function plainQuery(text: string, speakers: readonly string[]): Query {
  const mentioned = new Set(speakers.filter((name) => new RegExp(`\\b${literal(name)}\\b`, "i").test(text)));
  const speakerHashes = new Set([...mentioned].flatMap(hashesOf));
  const entities = new Set(
    [...text.matchAll(/(?<=[\p{L}\p{N}"',] )["']?\p{Lu}[\p{L}\p{N}]+/gu)].flatMap(([name]) => hashesOf(name)),
  );
  const terms = [...new Set(hashesOf(text))].map((hash) => ({
    hash,
    weight: speakerHashes.has(hash) ? SPEAKER_WEIGHT : entities.has(hash) ? ENTITY_WEIGHT : 1,
  }));
  return { terms, speakers: mentioned, dates: datesIn(text) };
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);

function datesIn(text: string): string[] {
  const iso = [...text.matchAll(/\b20\d\d-\d\d(-\d\d)?\b/g)].map(([date]) => date);
  const months = new RegExp(
    `\\b(?:(\\d{1,2})(?:st|nd|rd|th)?\\s+)?(${MONTHS.join("|")})(?:\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b)?,?(?:\\s+(20\\d\\d))?`,
    "gi",
  );
  const written = [...text.matchAll(months)].flatMap(([, before, month, after, year]) => {
    if (!year) return [];
    const number = String(MONTHS.indexOf(month!.toLowerCase()) + 1).padStart(2, "0");
    const day = before ?? after;
    return [day ? `${year}-${number}-${day.padStart(2, "0")}` : `${year}-${number}`];
  });
  return [...iso, ...written];
}
