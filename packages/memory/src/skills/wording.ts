import { isWrittenTo, type SkillParameter, stemOf } from "../crystallize/find-parameters.js";
import { type TaskValue, taskValues } from "../crystallize/task-values.js";
import type { Skill } from "./skill.js";
import { stemsIn } from "./word-stem.js";

/** What a task or a trigger says, as it is compared. */
export interface Wording {
  /** Stems of its words. */
  words: ReadonlySet<string>;
  /** Stems of names that may be a value or a word: they count where the other text has them too. */
  names: ReadonlySet<string>;
  /** What kinds of values it speaks of: `<csv` is read, `>json` is written, `=` has one's name in the other's. */
  kinds: ReadonlySet<string>;
}

/** A task with its values in place. */
export function taskWording(task: string, values: readonly TaskValue[] = taskValues(task)): Wording {
  const names = values.filter((value) => isName(value, task));
  const files = values
    .filter(({ type }) => type === "path")
    .map(({ value, start }) => ({ value, isOutput: isWrittenTo(task, start) }));
  const others = values.filter(({ type }) => type !== "path" && type !== "string");
  return {
    words: stemsIn(without(task, values)),
    names: stemsIn(names.map(({ value }) => value).join(" ")),
    kinds: kindsOf(
      files,
      others.map(({ type }) => type),
    ),
  };
}

/** A trigger with `{parameters}` in the place of values; what else looks like a name is a word of it. */
function triggerWording(trigger: string, parameters: readonly SkillParameter[]): Wording {
  const plain = trigger.replace(/\{\w+\}/g, " ");
  const values = taskValues(plain).filter((value) => !isName(value, plain));
  const named = parameters.filter(
    ({ name, stemOf: from }) => from === undefined && trigger.includes(`{${name}}`),
  );
  const files = named
    .filter(({ type }) => type === "path")
    .map(({ example, role }) => ({ value: example, isOutput: role === "output" }));
  const others = named.filter(({ type }) => type !== "path" && type !== "string");
  return {
    words: stemsIn(without(plain, values)),
    names: new Set(),
    kinds: kindsOf(
      files,
      others.map(({ type }) => type),
    ),
  };
}

/** A trigger ready to be compared with a task, or the words by which a skill without triggers is known. */
export interface KnownWording {
  trigger?: string;
  /** Its first word in lower case, unless a parameter stands there: most triggers are told apart by it. */
  first: string;
  words: readonly string[];
  kinds: readonly string[];
}

/** On the skill itself, unseen: with thousands of skills a look into a map of them takes longer than the comparison. */
const KNOWN = Symbol("wordings");
type WithWordings = Skill & { [KNOWN]?: { triggers: readonly string[]; wordings: readonly KnownWording[] } };

/** The wordings of a skill; one without triggers is known by its name and description. */
export function wordingsOf(skill: WithWordings): readonly KnownWording[] {
  const known = skill[KNOWN];
  // Whoever gives a skill other triggers need not know of this.
  if (known?.triggers === skill.triggers) return known.wordings;
  const { triggers, name, description } = skill;
  const wordings =
    triggers.length > 0
      ? triggers.map((trigger) => ({ trigger, ...knownWording(trigger, skill) }))
      : [knownWording(`${name.replaceAll("-", " ")} ${description}`, skill)];
  rememberWordings(skill, wordings);
  return wordings;
}

/** Tells what `wordingsOf` said of the skill before. */
export function rememberWordings(skill: WithWordings, wordings: readonly KnownWording[]): void {
  const value = { triggers: skill.triggers, wordings };
  Object.defineProperty(skill, KNOWN, { value, configurable: true });
}

function knownWording(text: string, { parameters }: Skill): Omit<KnownWording, "trigger"> {
  const { words, kinds } = triggerWording(text, parameters);
  const first = /^\s*([\p{L}\p{N}]*)/u.exec(text)![1]!.slice(0, 60).toLowerCase();
  return { first, words: [...words], kinds: [...kinds] };
}

/** A capital or a joint, without quotes around it. */
const isName = ({ type, start }: TaskValue, text: string): boolean =>
  type === "string" && !/["'`“‘「『]/.test(text[start - 1] ?? "");

function without(text: string, values: readonly TaskValue[]): string {
  let plain = text;
  for (const { start, end } of [...values].sort((a, b) => b.start - a.start))
    plain = `${plain.slice(0, start)} ${plain.slice(end)}`;
  return plain;
}

function kindsOf(
  files: readonly { value: string; isOutput: boolean }[],
  others: readonly string[],
): Set<string> {
  const inputs = new Set(files.filter(({ isOutput }) => !isOutput).map(({ value }) => stemOf(value)));
  const hasSameName = files.some(({ value, isOutput }) => isOutput && inputs.has(stemOf(value)));
  const kinds = new Set<string>();
  for (const kind of [
    ...files.map(({ value, isOutput }) => `${isOutput ? ">" : "<"}${extensionOf(value)}`),
    ...others,
  ]) {
    let name = kind;
    for (let count = 2; kinds.has(name); count++) name = `${kind} ${count}`;
    kinds.add(name);
  }
  return hasSameName ? kinds.add("=") : kinds;
}

/** Lower case, without the dot; empty where there is none. */
export const extensionOf = (path: string): string => /\.([^.\\/]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
