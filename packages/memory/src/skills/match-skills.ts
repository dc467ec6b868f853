import { type ParameterType, SHAPES } from "../crystallize/task-values.js";
import { guessParams } from "./guess-params.js";
import type { Skill } from "./skill.js";
import type { SkillAccount } from "./skill-account.js";
import { TaskWords } from "./task-words.js";
import { extensionOf, wordingsOf } from "./wording.js";

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
  { minScore = MIN_SCORE } = {},
): SkillMatch[] {
  const words = new TaskWords(task);
  const reading = readingOf(task);
  const matches: SkillMatch[] = [];
  for (const skill of skills) {
    const match = skill.retired ? undefined : matchSkill(task, reading, words, skill, minScore);
    if (match) matches.push(match);
  }
  return matches.sort(
    (a, b) => b.score - a.score || byRecord(accounts.get(a.skill.name), accounts.get(b.skill.name)),
  );
}

function matchSkill(
  task: string,
  reading: Reading,
  words: TaskWords,
  skill: Skill,
  minScore: number,
): SkillMatch | undefined {
  let alike = 0;
  for (const { trigger, first, words: own, kinds } of wordingsOf(skill)) {
    const params = trigger !== undefined && reading.lower.startsWith(first) && fill(trigger, reading, skill);
    if (params && hasSameKinds(params, skill)) {
      const missing = missingIn(params, skill);
      return { skill, score: 1, params, missing, isExact: missing.length === 0 };
    }
    alike = Math.max(alike, words.similarity(own, kinds));
  }
  if (alike < minScore) return undefined;
  const params = guessParams(task, skill.parameters, words.values);
  // A wording that is only alike never runs by itself, however alike it is.
  return { skill, score: Math.min(alike, 0.99), params, missing: missingIn(params, skill), isExact: false };
}

const missingIn = (params: Record<string, string>, { parameters }: Skill): string[] =>
  parameters
    .filter(({ name, stemOf }) => stemOf === undefined && params[name] === undefined)
    .map(({ name }) => name);

/** A script for one kind of file is not run on another kind unasked. */
const hasSameKinds = (params: Record<string, string>, { parameters }: Skill): boolean =>
  parameters.every(
    ({ name, type, example }) =>
      type !== "path" || params[name] === undefined || extensionOf(params[name]) === extensionOf(example),
  );

/** A task as it is compared with triggers. */
interface Reading {
  words: string;
  lower: string;
}

const readingOf = (task: string): Reading => ({ words: normal(task), lower: normal(task).toLowerCase() });

/** The values of a task that reads as the trigger does; undefined when it does not. */
function fill(
  trigger: string,
  { words, lower }: Reading,
  { parameters }: Pick<Skill, "parameters">,
): Record<string, string> | undefined {
  const wording = normal(trigger);
  if (!lower.startsWith(wording.split("{", 1)[0]!.trimEnd().toLowerCase())) return undefined;
  const seen = new Set<string>();
  const parts = wording.split(/(["'`“‘「『]?)\{(\w+)\}/);
  let pattern = escaped(parts[0]!);
  for (let at = 1; at < parts.length; at += 3) {
    const [quote, name, text] = [parts[at]!, parts[at + 1]!, parts[at + 2]!];
    const type = parameters.find((parameter) => parameter.name === name)?.type ?? "string";
    pattern += `${escaped(quote)}${seen.has(name) ? `\\k<${name}>` : `(?<${name}>${shapeOf(type, quote)})`}${escaped(text)}`;
    seen.add(name);
  }
  const match = new RegExp(`^${pattern}$`, "iu").exec(words);
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
