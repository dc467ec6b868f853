import { type LoopEvent, textOf, type UserMessage } from "@genericagent/core-loop";
import type { AskUserQuestion } from "@genericagent/tools";
import pc from "picocolors";
import { describeCall, describeCount, describeDuration, describeResult } from "./describe-call.js";
import type { RunSummary } from "./run-view.js";
import { withoutControls } from "./terminal/without-controls.js";

/** Told once, in the closing line; or a permission, which shows in what is done, or in the tool's own line. */
export const HIDDEN_NOTICES = new Set(["context-ledger", "permission-decision"]);
/** That nothing came of a run is worth a look, but no line after every small run. */
export const DETAIL_NOTICES = new Set(["skill-not-worth"]);

/** A call that has ended, and what came of it. */
export function toolLine({ call, result, durationMs }: Extract<LoopEvent, { type: "tool-end" }>): string {
  const mark = result.isError ? pc.red("✗") : pc.green("✓");
  const outcome = withoutControls(describeResult(result));
  const shown = outcome && ` ${result.isError ? pc.red(outcome) : pc.dim(outcome)}`;
  return `${mark} ${withoutControls(describeCall(call))} ${pc.dim(describeDuration(durationMs))}${shown}`;
}

/** A call that was cut off. */
export const stoppedLine = (call: Parameters<typeof describeCall>[0]): string =>
  pc.yellow(`– ${withoutControls(describeCall(call))}: stopped`);

/** Why an answer was sent back by an independent check; it stands in the message of the turn that follows. */
export function refusalLine(message: UserMessage): string | undefined {
  const why = /\[VERIFY\] Not accepted as done: (.+)/.exec(textOf(message))?.[1];
  return why && pc.yellow(`✗ not accepted as done: ${withoutControls(why)}`);
}

/** How a run ended, and what it took. */
export function closingLine({ reason, why, turns, usage, durationMs, session, context }: RunSummary): string {
  const cached = usage.cachedInputTokens ? ` (${describeCount(usage.cachedInputTokens)} cached)` : "";
  const parts = [
    reason === "done" ? pc.green(reason) : pc.yellow(reason),
    ...(why ? [why] : []),
    `${turns} turn${turns === 1 ? "" : "s"}`,
    `${describeCount(usage.inputTokens)} tokens in${cached}, ${describeCount(usage.outputTokens)} out`,
    ...(context
      ? [`context ${describeCount(context.totalTokens)} of ${describeCount(context.budgetTokens)}`]
      : []),
    describeDuration(durationMs),
    ...(session ? [`session ${session}`] : []),
  ];
  return parts.join(pc.dim(" · "));
}

/** What the agent asks, and how to answer later. */
export function questionLines({ data, session }: RunSummary, inConversation = false): string {
  const asked = data as { questions?: AskUserQuestion[] } & AskUserQuestion;
  const questions = asked.questions ?? [asked];
  const lines = questions.map(({ question, candidates = [] }) => {
    const list = candidates.map((candidate, index) => `\n  ${index + 1}. ${candidate}`).join("");
    return `${pc.bold(question ?? JSON.stringify(data))}${list}`;
  });
  const answers = questions.map(() => '--answer "…"').join(" ");
  const how = inConversation ? "What you type next is the answer; later:" : "Answer with:";
  return `${lines.join("\n")}\n${how} ga resume ${session} ${answers}`;
}
