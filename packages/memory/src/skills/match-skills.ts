import { type ParameterType, SHAPES, taskValues } from "../crystallize/task-values.js";
import { guessParams } from "./guess-params.js";
import type { Skill } from "./skill.js";
import type { SkillAccount } from "./skill-account.js";

export interface SkillMatch {
  skill: Skill;
  /** 1: the task reads as the one it was learnt from, but for the values. */
  score: number;
  /** What the task fills in. */
  params: Record<string, string>;
  /** Parameters that it leaves open. */
  missing: string[];
  /** The trigger fits word for word and every parameter is filled. */
  isExact: boolean;
}

/** Below this the words have too little in common to speak of the skill. */
export const MIN_SCORE = 0.55;

/**
 * The skills that fit a task, best first: word for word before alike, then by record (success, tokens, time).
 *
 * @param accounts by name, for competing candidates
 */
export function matchSkills(
  task: string,
  skills: readonly Skill[],
  accounts: ReadonlyMap<string, SkillAccount> = new Map(),
): SkillMatch[] {
  const words = wordsOf(task);
  return skills
    .filter(({ retired }) => !retired)
    .flatMap((skill) => matchSkill(task, words, skill) ?? [])
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score || byRecord(accounts.get(a.skill.name), accounts.get(b.skill.name)));
}

function matchSkill(task: string, words: ReadonlySet<string>, skill: Skill): SkillMatch | undefined {
  const open = () => skill.parameters.filter(({ stemOf }) => stemOf === undefined).map(({ name }) => name);
  for (const trigger of skill.triggers) {
    if (!beginsAlike(trigger, task)) continue;
    const params = fillTrigger(trigger, task, skill);
    if (!params) continue;
    const missing = open().filter((name) => params[name] === undefined);
    return { skill, score: 1, params, missing, isExact: missing.length === 0 };
  }
  const texts =
    skill.triggers.length > 0 ? skill.triggers : [`${skill.name.replaceAll("-", " ")} ${skill.description}`];
  const hopeful = texts.filter((text) => mayBeAlike(text, words));
  if (hopeful.length === 0) return undefined;
  const alike = Math.max(...hopeful.map((text) => shareOf(wordsOf(text), words)));
  if (alike < MIN_SCORE) return undefined;
  const params = guessParams(task, skill.parameters);
  const missing = open().filter((name) => params[name] === undefined);
  // A wording that is only alike never runs by itself, however alike it is.
  return { skill, score: Math.min(alike, 0.99), params, missing, isExact: false };
}

/** Tells most triggers apart by a letter, before a pattern is made of one. */
function beginsAlike(trigger: string, task: string): boolean {
  const first = trigger.trimStart()[0]?.toLowerCase();
  return first === undefined || !/[a-z]/.test(first) || task.trimStart()[0]?.toLowerCase() === first;
}

/** Of `words` of a task, so many must stand in a text at the least for the two to reach `MIN_SCORE`. */
const MIN_SHARED = MIN_SCORE / (2 - MIN_SCORE);

/** Says no only where `similarity` is too low; a word counts wherever its letters stand, which takes no time to find. */
function mayBeAlike(text: string, words: ReadonlySet<string>): boolean {
  const small = text.toLowerCase();
  let needed = MIN_SHARED * words.size;
  let left = words.size;
  for (const word of words) {
    if (small.includes(word)) needed--;
    if (needed <= 0) return true;
    if (--left < needed) return false;
  }
  return false;
}

/** The values of a task that reads as the trigger does; undefined when it does not. */
export function fillTrigger(
  trigger: string,
  task: string,
  { parameters }: Pick<Skill, "parameters">,
): Record<string, string> | undefined {
  const seen = new Set<string>();
  const parts = normal(trigger).split(/(["'`“‘「『]?)\{(\w+)\}/);
  const plain = normal(task);
  const small = plain.toLowerCase();
  // Most triggers fail here, before a pattern is made of them.
  if (!small.startsWith(parts[0]!.toLowerCase()) || !small.endsWith(parts.at(-1)!.toLowerCase()))
    return undefined;
  let pattern = escaped(parts[0]!);
  for (let at = 1; at < parts.length; at += 3) {
    const [quote, name, text] = [parts[at]!, parts[at + 1]!, parts[at + 2]!];
    const type = parameters.find((parameter) => parameter.name === name)?.type ?? "string";
    pattern += `${escaped(quote)}${seen.has(name) ? `\\k<${name}>` : `(?<${name}>${shapeOf(type, quote)})`}${escaped(text)}`;
    seen.add(name);
  }
  const match = new RegExp(`^${pattern}$`, "iu").exec(plain);
  return match ? { ...match.groups } : undefined;
}

const shapeOf = (type: ParameterType, quote: string): string =>
  quote ? "[^\"'`”’」』]+?" : `(?:${SHAPES[type].replaceAll("\\-", "-")})`;

const normal = (text: string): string =>
  text
    .trim()
    .replace(/\s+/g, " ")
    .replace(/[\s.!?。！？]+$/u, "");
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** Shared words among all words (Dice), values and small words apart; Chinese counts by pairs of characters. */
export function similarity(a: string, b: string): number {
  return shareOf(wordsOf(a), wordsOf(b));
}

function shareOf(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const shared = [...left].filter((word) => right.has(word)).length;
  return left.size + right.size === 0 ? 0 : (2 * shared) / (left.size + right.size);
}

function wordsOf(text: string): Set<string> {
  let plain = text.replace(/\{\w+\}/g, " ");
  for (const { start, end } of taskValues(plain).reverse())
    plain = `${plain.slice(0, start)} ${plain.slice(end)}`;
  const words = plain.toLowerCase().match(/[\p{Script=Han}]+|[\p{L}]{2,}/gu) ?? [];
  return new Set(
    words.flatMap((word) =>
      /\p{Script=Han}/u.test(word) ? pairsOf(word) : SMALL.has(word) ? [] : [stem(word)],
    ),
  );
}

const pairsOf = (word: string): string[] =>
  word.length < 2
    ? [word]
    : Array.from({ length: word.length - 1 }, (_, index) => word.slice(index, index + 2));
const stem = (word: string): string => (word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, "") : word);
const SMALL = new Set(
  "the and for from with into that this then use using when tasks like are its it of in on to by as an or".split(
    " ",
  ),
);

/** Success first, counted with one of each so that one lucky run proves little; then tokens, then time. */
function byRecord(a: SkillAccount | undefined, b: SkillAccount | undefined): number {
  const rate = ({ successes = 0, runs = 0 }: Partial<SkillAccount> = {}) => (successes + 1) / (runs + 2);
  const cost = (account: SkillAccount | undefined, key: "tokens" | "seconds") => {
    const good = account?.rounds.filter(({ by, ok }) => by !== "learn" && ok) ?? [];
    return good.length > 0
      ? good.reduce((all, round) => all + round[key], 0) / good.length
      : Number.MAX_VALUE;
  };
  return (
    rate(b) - rate(a) || cost(a, "tokens") - cost(b, "tokens") || cost(a, "seconds") - cost(b, "seconds")
  );
}
