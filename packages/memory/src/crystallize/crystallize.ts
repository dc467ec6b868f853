import { answerTemplate } from "./answer-template.js";
import { checkScript } from "./check-script.js";
import type { Script } from "./code-block.js";
import { dependenciesOf } from "./code-effects.js";
import { findParameters, type SkillParameter, scriptsOf } from "./find-parameters.js";
import { findPitfalls } from "./find-pitfalls.js";
import { type KeyStep, keySteps } from "./key-steps.js";
import { type OutputSchema, outputSchema } from "./output-schema.js";
import { scanCode } from "./scan-code.js";
import { slug } from "./slug.js";
import { SHAPES } from "./task-values.js";
import { readTrace, type Trace, type TraceEntry } from "./trace.js";

/** What a run proved, as a skill that may be kept. */
export interface SkillProposal {
  name: string;
  description: string;
  /** The way in words, one line each. */
  instructions: string[];
  /** The task it was learnt from, with `{parameter}` in the place of values. */
  trigger: string;
  parameters: SkillParameter[];
  /** What the host can run; empty where a step needs the model or a browser. */
  scripts: Script[];
  check: Script | undefined;
  preconditions: string[];
  pitfalls: string[];
  dependencies: string[];
  output: OutputSchema;
  /** What to tell the user, see `answerTemplate`. */
  answer: string | undefined;
  /** Ids of the calls that prove it. */
  proof: string[];
  /** Why the host cannot run it by itself, where it cannot. */
  needsModel: string[];
}

/**
 * Proposes a skill from a journal: without a model, and without touching anything. Undefined where no call of the
 * last run succeeded that would be worth doing again.
 *
 * @param name what the model called it; default: the task's first words
 * @param note what the model wants to be remembered: the first line describes the skill, all others are pitfalls
 */
export function crystallize(
  journal: readonly TraceEntry[] | Trace,
  { name, note }: { name?: string; note?: string } = {},
): SkillProposal | undefined {
  const trace = isTrace(journal) ? journal : readTrace(journal);
  const { steps, check } = keySteps(trace);
  if (steps.length === 0) return undefined;
  const needsModel = steps.flatMap((step) => whyModel(step, trace));
  const own = scriptsOf(steps);
  const checks = check?.script && carried(check.script, check, trace).length === 0 ? [check.script] : [];
  const found = findParameters(trace, [...own, ...checks]);
  const output = outputSchema(
    steps.at(-1)!.call.output,
    found.parameters.filter(({ role }) => role === "output").map((parameter) => parameter.name),
  );
  const isRunnable = needsModel.length === 0;
  const [summary, ...hints] = (note ?? "")
    .split("\n")
    .map((line) => line.replace(/^[-*\s]+/, "").trim())
    .filter(Boolean);
  return {
    name: slug(name ?? trace.task),
    description: describe(summary, found.trigger),
    instructions: steps.map((step, index) =>
      withoutTemporary(describeStep(step, index).replaceAll(trace.cwd || "\0", ".")),
    ),
    trigger: found.trigger,
    parameters: found.parameters.map((each) => ({ ...each, example: withoutTemporary(each.example) })),
    scripts: isRunnable ? found.scripts.slice(0, own.length) : [],
    check: isRunnable ? (found.scripts[own.length] ?? checkScript(output)) : undefined,
    preconditions: preconditionsOf(found.scripts.slice(0, own.length), found.fixed),
    pitfalls: [
      ...hints,
      ...findPitfalls(trace).map((line) => withoutTemporary(line.replaceAll(trace.cwd || "\0", "."))),
    ],
    dependencies: dependenciesOf(own),
    output,
    answer: isRunnable
      ? answerTemplate(trace.answer, steps.at(-1)!.call.output, found.parameters)
      : undefined,
    proof: [...steps, ...(check ? [check] : [])].map(({ call }) => call.id),
    needsModel,
  };
}

/** What is gone tomorrow is no knowledge: of a temporary path the last name is kept. */
const withoutTemporary = (text: string): string =>
  text.replace(
    /(?:\/private)?\/(?:tmp|var\/tmp|var\/folders|dev\/shm)\/(?:[^\s"'`)/]+\/)*([^\s"'`)/]*)/g,
    "$1",
  );

const isTrace = (journal: readonly TraceEntry[] | Trace): journal is Trace => "calls" in journal;

function whyModel(step: KeyStep, trace: Trace): string[] {
  const { call, script } = step;
  if (!script) return [`${call.tool} needs the model`];
  const values = carried(script, step, trace);
  return values.length > 0
    ? [`${call.tool} carries what an earlier step found: ${values.slice(0, 3).join(", ")}`]
    : [];
}

/** Figures in a step that an earlier call printed and the task did not name: the model put them there by hand. */
function carried(script: Script, { call }: KeyStep, { calls, task }: Trace): string[] {
  const earlier = calls
    .slice(0, calls.indexOf(call))
    .map(({ output }) => output)
    .join("\n");
  const written = call.tool === "file_write" ? /\d[\d.,]*\d/g : /(?<![\w.])(?:\d+\.\d{2,}|\d{4,})(?![\w.])/g;
  const figures = new Set([...script.code.matchAll(written)].map(([figure]) => figure));
  const stands = (text: string, figure: string) =>
    new RegExp(`(?<![\\w.])${figure.replaceAll(".", "\\.")}(?![\\w]|\\.\\d)`).test(text);
  return [...figures].filter((figure) => !task.includes(figure) && stands(earlier, figure));
}

const describe = (summary: string | undefined, trigger: string): string => {
  const line = summary ? `${summary.replace(/[.。]$/, "")}. Use for tasks like: ${trigger}` : trigger;
  return line.slice(0, 1000);
};

function describeStep({ call, script }: KeyStep, index: number): string {
  const summary = /<summary>([\s\S]*?)<\/summary>/.exec(call.said)?.[1]?.replace(/\s+/g, " ").trim();
  const what = summary ?? `${call.tool}${typeof call.args.path === "string" ? ` ${call.args.path}` : ""}`;
  return `${index + 1}. ${what.slice(0, 300)}${script ? "" : ` (${call.tool})`}`;
}

/** Files that stand in the code by name and are no parameters must be there the next time. */
function preconditionsOf(scripts: readonly Script[], fixed: readonly string[]): string[] {
  const path = new RegExp(`^(?:${SHAPES.path})$`);
  const named = scripts.flatMap((script) =>
    scanCode(script)
      .filter(({ kind }) => kind === "text")
      .map(({ start, end }) => script.code.slice(start, end))
      .filter((text) => path.test(text) && /\.\w{1,5}$/.test(text) && !/^(?:node:|\.\w+$)/.test(text)),
  );
  return [
    ...[...new Set(named)].slice(0, 5).map((file) => `uses the file ${file}`),
    ...fixed.map((value) => `works for ${value} only`),
  ];
}
