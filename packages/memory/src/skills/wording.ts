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
export function triggerWording(trigger: string, parameters: readonly SkillParameter[]): Wording {
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

/** By the skill's triggers: they are compared with each task. */
const known = new WeakMap<readonly string[], readonly Wording[]>();

/** The wordings of a skill; one without triggers is known by its name and description. */
export function wordingsOf({ triggers, parameters, name, description }: Skill): readonly Wording[] {
  let wordings = known.get(triggers);
  if (!wordings) {
    const texts = triggers.length > 0 ? triggers : [`${name.replaceAll("-", " ")} ${description}`];
    wordings = texts.map((text) => triggerWording(text, parameters));
    known.set(triggers, wordings);
  }
  return wordings;
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
