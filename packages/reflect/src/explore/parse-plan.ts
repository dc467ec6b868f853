import { ReflectError } from "../reflect-error.js";
import type { Candidate } from "./exploration-list.js";

/** GenericAgent report: a list spans at least four categories. */
export const MIN_CATEGORIES = 4;
const MAX_ITEMS = 12;

/**
 * Reads the list out of a model's answer: the last JSON array in it, fenced or not.
 *
 * @throws ReflectError `no-plan` when there is none, or it spans fewer than four categories.
 */
export function parsePlan(text: string): Candidate[] {
  const candidates = lastArray(text).flatMap(candidateOf).slice(0, MAX_ITEMS);
  const categories = new Set(candidates.map(({ category }) => category));
  if (categories.size >= MIN_CATEGORIES) return candidates;
  const found =
    candidates.length === 0
      ? "no list of tasks"
      : `${candidates.length} tasks in ${categories.size} categories`;
  throw new ReflectError(
    "no-plan",
    `The plan has ${found}; it takes at least ${MIN_CATEGORIES} categories. The next plan is told so.`,
  );
}

/** Tries at most: a text of nothing but brackets must not hold the host up. */
const MAX_TRIES = 500;

/** The last array of objects that the text holds; brackets in prose are passed over. */
export function lastArray(text: string): unknown[] {
  const ends = placesOf(text, "]").reverse();
  const starts = placesOf(text, "[").reverse();
  let tries = 0;
  for (const end of ends)
    for (const start of starts) {
      if (start > end) continue;
      if (++tries > MAX_TRIES) return [];
      const value = parse(text.slice(start, end + 1));
      if (Array.isArray(value) && value.some(isRecord)) return value;
    }
  return [];
}

function placesOf(text: string, sign: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) places.push(at);
  return places;
}

const isRecord = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function candidateOf(value: unknown): Candidate[] {
  const { title, category, goal, check, skills } = (value ?? {}) as Record<string, unknown>;
  const words = [title, category, goal, check].map((part) => (typeof part === "string" ? part.trim() : ""));
  if (words.some((part) => part === "")) return [];
  const [name = "", kind = "", aim = "", proof = ""] = words;
  const related = Array.isArray(skills) ? skills.filter((skill) => typeof skill === "string") : [];
  return [
    { title: name.slice(0, 120), category: kind.toLowerCase(), goal: aim, check: proof, skills: related },
  ];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
