import { type LoopEvent, type LoopResult, text, type Usage, type UserBlock } from "@genericagent/core-loop";
import type { OutsideChange, SkillMatch } from "@genericagent/memory";
import type { ToolPorts } from "@genericagent/tools";
import type { JournalEntry } from "../journal-entry.js";
import type { AgentParts } from "../open-parts.js";
import type { TaskInput } from "../task-input.js";
import type { Filled } from "./fill-parameters.js";

export interface BeforeRunOptions {
  signal: AbortSignal;
  askUser: ToolPorts["askUser"];
  record: (entry: JournalEntry) => Promise<void>;
}

/** Runs that a skill did: the model's own history does not have them. Told with the next message. */
const unseen = new WeakMap<AgentParts, string[]>();

/** Before the model is asked: a code skill may do the whole task, or the best skill's usage line is a hint. */
export async function* beforeRun(
  parts: AgentParts,
  task: TaskInput | undefined,
  { signal, askUser, record }: BeforeRunOptions,
): AsyncGenerator<LoopEvent, { result: LoopResult } | { hints: UserBlock[]; spent?: Usage }, void> {
  const hints = (unseen.get(parts) ?? []).map(text);
  unseen.delete(parts);
  if (parts.outside.length > 0) yield outsideNotice(parts.outside.splice(0));
  if (typeof task !== "string" || !parts.remembers || isContinued(parts)) return { hints };
  const { prepareRun } = await import("./prepare-run.js");
  const { recall: exact, open, usageLine } = await prepareRun(parts.runSkills, task);
  const mayFill = open && (parts.recall === "auto" || (parts.recall === "ask" && askUser));
  const filled = mayFill ? yield* fill(parts, open, task, signal) : undefined;
  const recall = exact ?? filled?.match;
  if (recall && (await mayRecall(parts.recall, recall, askUser, signal))) {
    const { recallSkill } = await import("./recall-skill.js");
    const outcome = yield* recallSkill(parts, recall, task, { signal, record, spent: filled?.usage });
    if ("result" in outcome) {
      unseen.set(parts, [
        `[host] Before this, "${task}" was done by skill ${recall.skill.name}: ${outcome.result.text}`,
      ]);
      return outcome;
    }
    return { hints: [...hints, text(outcome.failure)], ...(filled && { spent: filled.usage }) };
  }
  if (filled && open) await noteInVain(parts, open, filled);
  return { hints: usageLine ? [...hints, text(usageLine)] : hints, ...(filled && { spent: filled.usage }) };
}

/** Asks for the parameters that the task's words leave open. */
async function* fill(
  parts: AgentParts,
  open: SkillMatch,
  task: string,
  signal: AbortSignal,
): AsyncGenerator<LoopEvent, Filled, void> {
  const { fillParameters } = await import("./fill-parameters.js");
  const filled = await fillParameters(parts, open, task, signal);
  const { name } = open.skill;
  const message = `The model was asked for ${open.missing.join(", ")} of skill ${name} (${tokensOf(filled)} tokens): ${filled.match ? "filled" : "it does not fit"}.`;
  yield { type: "notice", code: "skill-parameters", message, data: { skill: name, usage: filled.usage } };
  return filled;
}

/** The skill did not fit, or the user said no: what asking cost is the skill's all the same. */
const noteInVain = ({ runSkills }: AgentParts, { skill }: SkillMatch, filled: Filled): Promise<void> =>
  runSkills.skills.record({ skill: skill.name, kind: "asked", tokens: tokensOf(filled) });

const tokensOf = ({ usage }: Filled): number => usage.inputTokens + usage.outputTokens;

function outsideNotice(changes: readonly OutsideChange[]): LoopEvent {
  const paths = changes.slice(0, 5).map(({ path, kind }) => `${path} (${kind})`);
  const more = changes.length > 5 ? ` and ${changes.length - 5} more` : "";
  const message = `Memory was changed behind its door and is kept as unproven: ${paths.join(", ")}${more}. See: ga memory check`;
  return { type: "notice", code: "memory-outside", message, data: changes };
}

/** An answer, or calls that are still open, belong to the task before. */
const isContinued = ({ conversation }: AgentParts): boolean =>
  conversation.ended === "exited" || conversation.pending().length > 0;

async function mayRecall(
  recall: AgentParts["recall"],
  { skill, params }: SkillMatch,
  askUser: ToolPorts["askUser"],
  signal: AbortSignal,
): Promise<boolean> {
  if (recall !== "ask") return recall === "auto";
  const filled = Object.entries(params)
    .map(([name, value]) => `${name} = ${value}`)
    .join(", ");
  const question = `Skill ${skill.name} can do this without a model (${filled}). Run it?`;
  const answer = await askUser?.({ question, candidates: ["yes", "no"] }, signal);
  return answer?.trim().toLowerCase().startsWith("y") ?? false;
}

/** After the run: accounts, promotion, learning. */
export async function* afterRun(
  parts: AgentParts,
  result: LoopResult,
  signal: AbortSignal,
): AsyncGenerator<LoopEvent, void, void> {
  if (!parts.remembers) return;
  const { finishRun } = await import("./finish-run.js");
  yield* finishRun(parts, result, signal);
}
