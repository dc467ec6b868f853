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
  return skills
    .filter(({ retired }) => !retired)
    .map((skill) => matchSkill(task, skill))
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score || byRecord(accounts.get(a.skill.name), accounts.get(b.skill.name)));
}

function matchSkill(task: string, skill: Skill): SkillMatch {
  const names = skill.parameters.filter(({ stemOf }) => stemOf === undefined).map(({ name }) => name);
  for (const trigger of skill.triggers) {
    const params = fillTrigger(trigger, task, skill);
    if (!params) continue;
    const missing = names.filter((name) => params[name] === undefined);
    return { skill, score: 1, params, missing, isExact: missing.length === 0 };
  }
  const texts =
    skill.triggers.length > 0 ? skill.triggers : [`${skill.name.replaceAll("-", " ")} ${skill.description}`];
  const alike = Math.max(...texts.map((text) => similarity(text, task)));
  const params = guessParams(task, skill.parameters);
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
export function similarity(a: string, b: string): number {
  const [left, right] = [wordsOf(a), wordsOf(b)];
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
