import {
  emptyUsage,
  type LoopEvent,
  type LoopResult,
  text,
  type Usage,
  userMessage,
} from "@genericagent/core-loop";
import { fillAnswer, readAccount, type SkillMatch, shouldDemote, skillAccount } from "@genericagent/memory";
import type { JournalEntry } from "../journal-entry.js";
import type { AgentParts } from "../open-parts.js";
import { runSkill } from "./run-skill.js";
import type { RunSkills } from "./run-skills.js";

export type Recalled =
  | { result: LoopResult }
  /** For the model, which does the task now. */
  | { failure: string };

export interface RecallOptions {
  signal: AbortSignal;
  record: (entry: JournalEntry) => Promise<void>;
  /** What filling its parameters has cost. */
  spent: Usage | undefined;
}

/**
 * Does a task by a code skill, without a model. When the skill or its check fails, the model takes over and is told
 * what happened; the skill pays for it in its record.
 */
export async function* recallSkill(
  parts: AgentParts,
  { skill, params }: SkillMatch,
  task: string,
  { signal, record, spent }: RecallOptions,
): AsyncGenerator<LoopEvent, Recalled, void> {
  const usage = spent ?? emptyUsage();
  const { runSkills, tools, cwd, id } = parts;
  const message = `Skill ${skill.name} does this task without a model: ${Object.entries(params)
    .map(([name, value]) => `${name} = ${value}`)
    .join(", ")}`;
  yield { type: "notice", code: "skill-recall", message, data: { skill: skill.name, params } };
  const run = yield* runSkill(tools.handler, skill.name, params, signal);
  await runSkills.skills.record({
    ...{
      skill: skill.name,
      kind: "run",
      by: "host",
      ok: run.ok,
      tokens: usage.inputTokens + usage.outputTokens,
      requests: spent ? 1 : 0,
      seconds: run.seconds,
      session: id,
    },
    ...(run.ok
      ? { params: masked(runSkills, params), cwd }
      : { why: runSkills.mask.mask(run.output).slice(-300) }),
  });
  await runSkills.memory.noteUse(skill.name);
  if (!run.ok) {
    yield* demoteWhereDue(runSkills, skill.name);
    return {
      failure: `[host] Skill ${skill.name} was tried without you and failed; nothing else was done:\n${run.output.slice(-1_500)}`,
    };
  }
  const answer = (skill.answer && fillAnswer(skill.answer, params, run.output)) || run.output || "Done.";
  await record({
    type: "message",
    at: new Date().toISOString(),
    turn: 1,
    message: userMessage([text(task)]),
  });
  const reply = {
    ...{ message: { role: "assistant" as const, content: [text(answer)] }, stopReason: "end-turn" as const },
    ...{ usage, model: `skill/${skill.name}` },
  };
  await record({ type: "reply", turn: 1, ...reply });
  await record({ type: "run-end", at: new Date().toISOString(), reason: "done" });
  yield { type: "text-delta", text: answer };
  yield { type: "reply", turn: 0, ...reply };
  return { result: { reason: "done", text: answer, turns: 0, usage, pending: [] } };
}

/** A code skill that keeps failing is an SOP again. */
export async function* demoteWhereDue(
  { skills }: Pick<RunSkills, "skills">,
  name: string,
): AsyncGenerator<LoopEvent, void, void> {
  const skill = await skills.get(name).catch(() => undefined);
  const account = skillAccount(name, await readAccount(skills.door.dir, name));
  if (skill?.stage !== "code" || !shouldDemote(account)) return;
  const why = `succeeded in ${Math.round(100 * account.recentRate!)} % of its last runs`;
  await skills.record({ skill: name, kind: "stage", stage: "sop", why });
  yield {
    type: "notice",
    code: "skill-demoted",
    message: `Skill ${name} is an SOP again: it ${why}.`,
    data: { skill: name },
  };
}

const masked = ({ mask }: RunSkills, params: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(mask.mask(JSON.stringify(params))) as Record<string, unknown>;
