import { type ParameterType, SHAPES, type TaskValue, taskValues } from "../crystallize/task-values.js";
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
  const seen = { task, values: taskValues(task), words: wordsOf(withoutValues(task)) };
  return skills
    .filter(({ retired }) => !retired)
    .flatMap((skill) => matchSkill(seen, skill) ?? [])
    .sort((a, b) => b.score - a.score || byRecord(accounts.get(a.skill.name), accounts.get(b.skill.name)));
}

/** A task, read once for all skills. */
interface ReadTask {
  task: string;
  values: readonly TaskValue[];
  words: ReadonlySet<string>;
}

function matchSkill({ task, values, words }: ReadTask, skill: Skill): SkillMatch | undefined {
  const texts =
    skill.triggers.length > 0 ? skill.triggers : [`${skill.name.replaceAll("-", " ")} ${skill.description}`];
  const alike = Math.max(...texts.map((text) => shareOf(wordsOf(text.replace(/\{\w+\}/g, " ")), words)));
  // A trigger that fits shares its words; values that look like words may take some of them.
  if (alike < MIN_SCORE) return undefined;
  const names = skill.parameters.filter(({ stemOf }) => stemOf === undefined).map(({ name }) => name);
  for (const trigger of skill.triggers) {
    const params = fillTrigger(trigger, task, skill);
    if (!params) continue;
    const missing = names.filter((name) => params[name] === undefined);
    return { skill, score: 1, params, missing, isExact: missing.length === 0 };
  }
  const params = guessParams(task, skill.parameters, values);
  const missing = names.filter((name) => params[name] === undefined);
  // A wording that is only alike never runs by itself, however alike it is.
  return { skill, score: Math.min(alike, 0.99), params, missing, isExact: false };
}

/** The values of a task that reads as the trigger does; undefined when it does not. */
export function fillTrigger(
  trigger: string,
  task: string,
  { parameters }: Pick<Skill, "parameters">,
): Record<string, string> | undefined {
  const seen = new Set<string>();
  const parts = normal(trigger).split(/(["'`“‘「『]?)\{(\w+)\}/);
  let pattern = escaped(parts[0]!);
  for (let at = 1; at < parts.length; at += 3) {
    const [quote, name, text] = [parts[at]!, parts[at + 1]!, parts[at + 2]!];
    const type = parameters.find((parameter) => parameter.name === name)?.type ?? "string";
    pattern += `${escaped(quote)}${seen.has(name) ? `\\k<${name}>` : `(?<${name}>${shapeOf(type, quote)})`}${escaped(text)}`;
    seen.add(name);
  }
  const match = new RegExp(`^${pattern}$`, "iu").exec(normal(task));
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
export const similarity = (a: string, b: string): number =>
  shareOf(wordsOf(withoutValues(a)), wordsOf(withoutValues(b)));

function shareOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const word of small) if (large.has(word)) shared++;
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size);
}

function withoutValues(text: string): string {
  let plain = text.replace(/\{\w+\}/g, " ");
  for (const { start, end } of taskValues(plain).reverse())
    plain = `${plain.slice(0, start)} ${plain.slice(end)}`;
  return plain;
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{Script=Han}]+|[\p{L}]{2,}/gu) ?? [];
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
