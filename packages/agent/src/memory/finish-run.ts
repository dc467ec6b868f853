import type { LoopEvent, LoopResult } from "@genericagent/core-loop";
import {
  crystallize,
  isTrusted,
  MemoryError,
  readAccount,
  readTrace,
  receiptsFor,
  type Skill,
  type SkillSample,
  type Trace,
  triggerOf,
  worthDistilling,
} from "@genericagent/memory";
import type { JournalEntry } from "../journal-entry.js";
import type { AgentParts } from "../open-parts.js";
import { learningTokens } from "./learning-tokens.js";
import { pastTasks } from "./past-tasks.js";
import { promoteSkill } from "./promote-skill.js";
import { recordUse } from "./record-use.js";
import { retireUnused } from "./retire-unused.js";
import { gateRunner } from "./run-skill.js";

/**
 * What becomes of a run when it is over: a skill that was used gets its line in the account and may be promoted; a
 * run that used none may become a skill. None of it asks a model, and a failure of it never fails the run.
 */
export async function* finishRun(
  parts: AgentParts,
  { reason }: LoopResult,
  signal: AbortSignal,
): AsyncGenerator<LoopEvent, void, void> {
  try {
    const entries = await parts.runSkills.entries();
    const trace = readTrace(entries);
    const used = usedSkill(trace);
    if (used) yield* accountFor(parts, trace, used, signal);
    if (parts.runSkills.longTerm.learnt || (!used && reason === "done")) yield* learn(parts, entries, trace);
    if (parts.learning !== "off") yield* retireUnused(parts);
  } catch (error) {
    signal.throwIfAborted();
    const message =
      error instanceof MemoryError
        ? error.message
        : `The memory was not updated: ${(error as Error).message}`;
    yield { type: "notice", code: "memory-not-updated", message };
  } finally {
    parts.runSkills.longTerm.learnt = undefined;
  }
}

interface UsedSkill {
  name: string;
  params: Record<string, unknown>;
  ok: boolean;
  output: string;
}

/** A call that was refused before its first step is not the skill's fault. */
const RAN = /^Skill \S+: (?:Step \d+|Its check) failed/;

/** The last skill that the model called; its success is that of its last call. */
function usedSkill({ calls }: Trace): UsedSkill | undefined {
  const call = calls.findLast(
    ({ tool, args, isError, output }) =>
      tool === "code_run" && typeof args.skill === "string" && !(isError && !RAN.test(output)),
  );
  if (!call) return undefined;
  const params = (typeof call.args.params === "object" ? call.args.params : {}) as Record<string, unknown>;
  return { name: String(call.args.skill), params, ok: !call.isError, output: call.output };
}

async function* accountFor(
  parts: AgentParts,
  trace: Trace,
  used: UsedSkill,
  signal: AbortSignal,
): AsyncGenerator<LoopEvent, void, void> {
  const skill = await parts.runSkills.skills.get(used.name).catch(() => undefined);
  if (!skill) return;
  const { name, ok, params, output } = used;
  yield* recordUse(parts.runSkills, {
    ...{ skill: name, by: "model", ok, params, cwd: parts.cwd, output, session: parts.id },
    ...{ tokens: tokensOf(trace), requests: trace.turns, seconds: trace.seconds },
  });
  if (!ok) return;
  await addTrigger(parts, skill, trace, used);
  if (skill.stage === "sop" && skill.origin !== "imported" && skill.steps.length > 0)
    if (await isDueForGate(parts, name)) yield* promote(parts, name, { params, cwd: parts.cwd }, signal);
}

/** Another wording of the same task is learnt where the skill did all of it. */
async function addTrigger(
  { runSkills }: AgentParts,
  skill: Skill,
  trace: Trace,
  used: UsedSkill,
): Promise<void> {
  const acts = trace.calls.filter(({ tool }) => !NO_ACTS.has(tool));
  const trigger = acts.length === 1 ? triggerOf(trace.task, used.params, skill) : undefined;
  if (!trigger || !isTrusted(skill)) return;
  const receipts = receiptsFor(await runSkills.entries(), [acts[0]!.id]);
  const triggers = [...skill.triggers, trigger];
  await runSkills.skills.write({ ...skill, triggers }, new Map(), { by: "host", receipts });
}

const NO_ACTS = new Set(["update_working_checkpoint", "start_long_term_update"]);

/** After a trial that failed, this many further successes come before the next. */
const RUNS_BETWEEN_GATES = 3;

async function isDueForGate({ runSkills }: AgentParts, name: string): Promise<boolean> {
  const lines = await readAccount(runSkills.skills.door.dir, name);
  const last = lines.findLastIndex(({ kind }) => kind === "gate");
  const since = lines.slice(last + 1).filter((line) => line.kind === "run" && line.ok).length;
  return last === -1 || since >= RUNS_BETWEEN_GATES;
}

async function* promote(
  parts: AgentParts,
  name: string,
  sample: SkillSample,
  signal: AbortSignal,
): AsyncGenerator<LoopEvent, void, void> {
  const run = await gateRunner(parts.gatePorts, { signal });
  if (!run) return;
  const skill = await parts.runSkills.skills.get(name);
  const { passed, of, isPromoted, runs } = await promoteSkill(parts.runSkills.skills, skill, run, {
    samples: [sample],
  });
  const failed = runs.find(({ ok }) => !ok);
  const message = isPromoted
    ? `Skill ${name} passed its check in ${passed} of ${of} environments: it runs without a model from now on.`
    : `Skill ${name} passed its check in ${passed} of ${of} environments and stays an SOP (${failed?.environment}: ${failed?.why}). Try it yourself: ga skill promote ${name}`;
  yield {
    type: "notice",
    code: isPromoted ? "skill-promoted" : "skill-not-promoted",
    message,
    data: { skill: name, passed, of, runs },
  };
}

/** Milestone "task done": the host distils what the model did not name itself. */
async function* learn(
  parts: AgentParts,
  entries: JournalEntry[],
  trace: Trace,
): AsyncGenerator<LoopEvent, void, void> {
  const { skills, longTerm } = parts.runSkills;
  let name = longTerm.learnt;
  if (name) await addAnswer(parts, name, entries);
  else {
    if (parts.learning === "off" || trace.calls.length === 0) return;
    const proposal = crystallize(entries);
    const known = {
      skills: (await skills.load()).skills,
      pastTasks: await pastTasks(parts.dataHome, parts.id),
    };
    const { isWorthIt, why } = worthDistilling(trace, proposal, known);
    if (!isWorthIt || !proposal) {
      yield { type: "notice", code: "skill-not-worth", message: `Not kept as a skill: ${why}.` };
      return;
    }
    const added = await skills.add(proposal, { receipts: receiptsFor(entries, proposal.proof), by: "host" });
    name = added.skill.name;
    yield {
      type: "notice",
      code: "skill-learnt",
      message: `Kept as skill ${name} (${why}).`,
      data: { skill: name, why },
    };
  }
  await skills.record({
    ...{
      skill: name,
      kind: "learn",
      session: parts.id,
      tokens: tokensOf(trace),
      overheadTokens: learningTokens(entries),
    },
    ...{ requests: trace.turns, seconds: trace.seconds },
  });
}

/** The model named the skill before it gave its answer; what that looks like is known only now. */
async function addAnswer({ runSkills }: AgentParts, name: string, entries: JournalEntry[]): Promise<void> {
  const proposal = crystallize(entries);
  const skill = await runSkills.skills.get(name);
  if (!proposal?.answer || skill.answer || skill.steps.length === 0) return;
  const receipts = receiptsFor(entries, proposal.proof);
  await runSkills.skills.write({ ...skill, answer: proposal.answer }, new Map(), { by: "host", receipts });
}

const tokensOf = ({ usage }: Trace): number => usage.inputTokens + usage.outputTokens;
