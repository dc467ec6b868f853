import type { Script } from "./code-block.js";
import { writesTo } from "./code-effects.js";
import { type KeyStep, runnable } from "./key-steps.js";
import { parametrizeCode, type Replacement } from "./parametrize-code.js";
import { type ParameterType, type TaskValue, taskValues } from "./task-values.js";
import type { Trace } from "./trace.js";

/** What may differ from run to run. */
export interface SkillParameter {
  name: string;
  type: ParameterType;
  /** What it was when the skill was learnt. */
  example: string;
  /** Of paths: whether the skill reads or writes the file. */
  role?: "input" | "output";
  /** Filled by the host: the name of another parameter's file, without folder and extension. */
  stemOf?: string;
}

export interface Parameters {
  parameters: SkillParameter[];
  scripts: Script[];
  /** The task with its values replaced by `{name}`. */
  trigger: string;
  /** Values of the task that the code uses where no parameter can stand. */
  fixed: string[];
}

/** Turns what the task named and the code used into parameters. */
export function findParameters(trace: Trace, scripts: readonly Script[]): Parameters {
  const values = taskValues(trace.task);
  const candidates = nameValues(trace, values, scripts);
  const replacements = candidates.flatMap((candidate) => replacementsOf(candidate, scripts));
  const done = scripts.map((script) => ({ script, ...parametrizeCode(script, replacements) }));
  const isFixed = new Set(done.flatMap(({ fixed }) => fixed));
  // A value that one script cannot take from outside stays as it is in all of them.
  const free = replacements.filter(({ value }) => !isFixed.has(value));
  const final =
    isFixed.size > 0 ? scripts.map((script) => ({ script, ...parametrizeCode(script, free) })) : done;
  const used = new Set(final.flatMap((each) => each.used));
  const stems = candidates.filter(({ name }) => used.has(stemName(name)));
  const kept = candidates.filter(({ name }) => used.has(name) || used.has(stemName(name)));
  return {
    parameters: [
      ...kept,
      ...stems.map(({ name, example }) => ({
        name: stemName(name),
        type: "string" as const,
        example: stemOf(example),
        stemOf: name,
      })),
    ],
    scripts: final.map(({ script, code }) => ({ type: script.type, code })),
    trigger: triggerOf(trace.task, values, kept),
    fixed: [...isFixed],
  };
}

const stemName = (name: string): string => `${name}_stem`;

/** File name without folder and extension. */
export const stemOf = (path: string): string => path.replace(/^.*[\\/]/, "").replace(/(?<=.)\.[^.]*$/, "");

function replacementsOf({ name, type, example }: SkillParameter, scripts: readonly Script[]): Replacement[] {
  if (type === "number" && !isTelling(example, scripts)) return [];
  const whole = { value: example, parameter: name, isNumber: type === "number" };
  const stem = type === "path" ? stemOf(example) : "";
  const isStemTelling = stem !== example && (/\d/.test(stem) ? stem.length >= 3 : stem.length >= 5);
  return isStemTelling
    ? [whole, { value: stem, parameter: stemName(name), isNumber: false, isPart: true }]
    : [whole];
}

/** 0 and 1 mean anything; a single digit means what the task says only where it stands once. */
function isTelling(value: string, scripts: readonly Script[]): boolean {
  if (value === "0" || value === "1") return false;
  if (value.replace(/\D/g, "").length > 1) return true;
  const places = scripts.flatMap(({ code }) => [
    ...code.matchAll(new RegExp(`(?<![\\w.])${value}(?![\\w.])`, "g")),
  ]);
  return places.length === 1;
}

function nameValues(
  trace: Trace,
  values: readonly TaskValue[],
  scripts: readonly Script[],
): SkillParameter[] {
  const seen = new Map<string, SkillParameter>();
  const names = new Set<string>();
  for (const value of values) {
    if (seen.has(value.value)) continue;
    const role = value.type === "path" ? roleOf(trace, value, scripts) : undefined;
    const base = nameFor(value, trace.task, role);
    const name = [base, ...Array.from({ length: 20 }, (_, index) => `${base}_${index + 2}`)].find(
      (each) => !names.has(each),
    )!;
    names.add(name);
    seen.set(value.value, { name, type: value.type, example: value.value, ...(role && { role }) });
  }
  return [...seen.values()];
}

/** A file that the run read first is an input, one that it wrote an output; where neither shows, the task's verb. */
function roleOf(
  { calls, task }: Trace,
  { value, start }: TaskValue,
  scripts: readonly Script[],
): "input" | "output" {
  const touches = calls.filter(({ args }) => args.path === value);
  if (touches[0]?.tool === "file_read" && !touches[0].isError) return "input";
  if (touches.some(({ tool }) => tool === "file_write")) return "output";
  const run = calls.flatMap((call) => runnable(call) ?? []);
  if ([...scripts, ...run].some((script) => writesTo(script, value))) return "output";
  return isWrittenTo(task, start) ? "output" : "input";
}

/** Whether the words before a path in a task speak of making it. */
export const isWrittenTo = (task: string, start: number): boolean =>
  /(?:\b(?:write|save|create|make|produce|generate|export|give me|need|into|to|as|in)|写入|写到|保存到?|输出到?|生成|存为)\s*["'`“「]?$/i.test(
    task.slice(Math.max(0, start - 40), start),
  );

/** `region North` is called region; a path is called by its role, all else by its type. */
function nameFor({ type, start }: TaskValue, task: string, role: "input" | "output" | undefined): string {
  if (role) return role;
  const word = /([A-Za-z][A-Za-z_]{1,20})[ \t]*[:=]?[ \t]*["'`“「]?$/
    .exec(task.slice(0, start))?.[1]
    ?.toLowerCase();
  if (word && !SMALL_WORDS.has(word) && type !== "url" && type !== "date") return word;
  return type === "string" ? "name" : type;
}

const SMALL_WORDS = new Set(
  "a an the of in on at to for from by with and or is are be as it its this that than then into over under per write save read make create use using only all each every not no if where which whose what".split(
    " ",
  ),
);

function triggerOf(
  task: string,
  values: readonly TaskValue[],
  parameters: readonly SkillParameter[],
): string {
  let trigger = task;
  for (const { value, start, end } of [...values].sort((a, b) => b.start - a.start)) {
    const parameter = parameters.find(({ example }) => example === value);
    if (parameter) trigger = `${trigger.slice(0, start)}{${parameter.name}}${trigger.slice(end)}`;
  }
  return trigger.replace(/\s+/g, " ").trim();
}

export const scriptsOf = (steps: readonly KeyStep[]): Script[] => steps.flatMap(({ script }) => script ?? []);
