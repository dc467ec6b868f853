import { emptyUsage, textOf, type Usage, userMessage } from "@genericagent/core-loop";
import type { SkillAccount, SkillMatch } from "@genericagent/memory";
import type { AgentParts } from "../open-parts.js";

/** A wording that is less alike is a hint for the model, and no case for a call of its own. */
const MIN_SCORE = 0.75;
/** What the model may say, thinking included; then it is cut off. About 500 tokens. */
const MAX_CHARS = 2_000;
/** Tokens of the question without the task and the parameters, and of the answer. */
const FIXED_TOKENS = 250;
const CHARS_A_TOKEN = 4;

const SYSTEM =
  'A saved script may do a task without you. Say whether it does all that the task asks and nothing else, and give the values it lacks, taken from the task. Answer with one JSON object and no other word: {"fits": true, "params": {"name": "value"}}, or {"fits": false}.';

export interface Filled {
  /** With every parameter filled; undefined where the skill does not fit. */
  match: SkillMatch | undefined;
  usage: Usage;
}

/** Whether asking for the open parameters costs less than it is expected to save. */
export function isWorthAsking(
  { skill, score, missing }: SkillMatch,
  task: string,
  account: SkillAccount | undefined,
): boolean {
  if (skill.stage !== "code" || missing.length === 0 || score < MIN_SCORE || !account) return false;
  const byModel = account.rounds.filter(({ by, ok }) => by === "model" && ok);
  const tokens = byModel.reduce((sum, round) => sum + round.tokens, 0) / (byModel.length || 1);
  // One of each is added, so that one lucky run promises little; and half of the questions may be for nothing.
  const chance = (0.5 * (account.successes + 1)) / (account.runs + 2);
  return chance * (tokens || account.learnTokens) > costOf(skill, task);
}

const costOf = (skill: SkillMatch["skill"], task: string): number =>
  FIXED_TOKENS + (task.length + questionAbout(skill).length) / CHARS_A_TOKEN;

/** One small call beside the conversation, without tools. Whatever goes wrong with it: the model does the task. */
export async function fillParameters(
  { client, runSkills }: Pick<AgentParts, "client" | "runSkills">,
  match: SkillMatch,
  task: string,
  signal: AbortSignal,
): Promise<Filled> {
  const question = `${questionAbout(match.skill)}\nKnown: ${JSON.stringify(match.params)}\nMissing: ${match.missing.join(", ")}\n\nTask: ${task}`;
  const { text, usage } = await askBriefly(client.session.fork([]), question, signal);
  const params = { ...match.params, ...answerIn(text, match.missing) };
  const isFilled = match.missing.every((name) => params[name] !== undefined);
  const isRight =
    isFilled &&
    (await runSkills.skills.plan(match.skill.name, params).then(
      () => true,
      () => false,
    ));
  return { match: isRight ? { ...match, params, missing: [], isExact: true } : undefined, usage };
}

const questionAbout = ({ description, triggers, parameters }: SkillMatch["skill"]): string =>
  [
    `Script: ${description}`,
    `Made for: ${triggers[0] ?? ""}`,
    ...parameters
      .filter(({ stemOf }) => stemOf === undefined)
      .map(({ name, type, example }) => `- ${name} (${type}, such as ${example})`),
  ].join("\n");

async function askBriefly(
  session: ReturnType<AgentParts["client"]["session"]["fork"]>,
  question: string,
  signal: AbortSignal,
): Promise<{ text: string; usage: Usage }> {
  const cut = new AbortController();
  const events = session.ask(userMessage(question), {
    ...{ system: SYSTEM, tools: [], maxRetries: 0 },
    signal: AbortSignal.any([signal, cut.signal]),
  });
  let said = 0;
  try {
    for (let next = await events.next(); ; next = await events.next()) {
      if (next.done) return { text: textOf(next.value.message), usage: next.value.usage };
      if (next.value.type === "text-delta" || next.value.type === "thinking-delta")
        said += next.value.text.length;
      if (said > MAX_CHARS) break;
    }
  } catch {
    signal.throwIfAborted();
  }
  cut.abort();
  await events.return(undefined as never).catch(() => {});
  // No bill came: what was said and asked is counted.
  const outputTokens = Math.ceil(said / CHARS_A_TOKEN);
  const inputTokens = Math.ceil((SYSTEM.length + question.length) / CHARS_A_TOKEN);
  return { text: "", usage: { ...emptyUsage(), inputTokens, outputTokens } };
}

function answerIn(text: string, missing: readonly string[]): Record<string, string> {
  try {
    const answer = JSON.parse(text.trim().replace(/^```(?:json)?\s*|\s*```$/g, "")) as {
      fits?: unknown;
      params?: Record<string, unknown>;
    } | null;
    if (answer?.fits !== true) return {};
    return Object.fromEntries(
      missing.flatMap((name) => {
        const value = answer.params?.[name];
        return typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [];
      }),
    );
  } catch {
    return {};
  }
}
