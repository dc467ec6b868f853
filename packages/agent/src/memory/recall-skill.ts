import {
  emptyUsage,
  type LoopEvent,
  type LoopResult,
  text,
  type Usage,
  userMessage,
} from "@genericagent/core-loop";
import { fillAnswer, type SkillMatch } from "@genericagent/memory";
import type { JournalEntry } from "../journal-entry.js";
import type { AgentParts } from "../open-parts.js";
import { recordUse } from "./record-use.js";
import { runSkill } from "./run-skill.js";

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
  const { ok, output, seconds } = run;
  yield* recordUse(runSkills, {
    ...{ skill: skill.name, by: "host", ok, params, cwd, output, session: id, seconds },
    ...{ tokens: usage.inputTokens + usage.outputTokens, requests: spent ? 1 : 0 },
  });
  if (!ok)
    return {
      failure: `[host] Skill ${skill.name} was tried without you and failed; nothing else was done:\n${output.slice(-1_500)}`,
    };
  const answer = (skill.answer && fillAnswer(skill.answer, params, output)) || output || "Done.";
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
