import { type ParameterType, SHAPES } from "../crystallize/task-values.js";
import { guessParams } from "./guess-params.js";
import type { Skill } from "./skill.js";
import type { SkillAccount } from "./skill-account.js";
import { TaskWords } from "./task-words.js";

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
  return skills
    .filter(({ retired }) => !retired)
    .flatMap((skill) => matchSkill(task, words, skill, minScore) ?? [])
    .sort((a, b) => b.score - a.score || byRecord(accounts.get(a.skill.name), accounts.get(b.skill.name)));
}

function matchSkill(task: string, words: TaskWords, skill: Skill, minScore: number): SkillMatch | undefined {
  const names = skill.parameters.filter(({ stemOf }) => stemOf === undefined).map(({ name }) => name);
  for (const trigger of skill.triggers) {
    const params = fillTrigger(trigger, task, skill);
    if (!params) continue;
    const missing = names.filter((name) => params[name] === undefined);
    return { skill, score: 1, params, missing, isExact: missing.length === 0 };
  }
  const texts =
    skill.triggers.length > 0 ? skill.triggers : [`${skill.name.replaceAll("-", " ")} ${skill.description}`];
  const alike = Math.max(...texts.map((text) => words.similarity(text, minScore)));
  if (alike < minScore) return undefined;
  const params = guessParams(task, skill.parameters, words.values);
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
  // Most triggers begin in other words, which is seen without making a pattern.
  if (!task.slice(0, 200).trimStart().toLowerCase().startsWith(firstWord(trigger))) return undefined;
  const [wording, words] = [normal(trigger), normal(task)];
  if (!words.toLowerCase().startsWith(beginning(wording))) return undefined;
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

const firstWord = (text: string): string => /^\s*([\p{L}\p{N}]*)/u.exec(text)![1]!.slice(0, 60).toLowerCase();

/** The words before the first parameter, as far as they are compared. */
const beginning = (wording: string): string => wording.split("{", 1)[0]!.trimEnd().slice(0, 60).toLowerCase();

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
