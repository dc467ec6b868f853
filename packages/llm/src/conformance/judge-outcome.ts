import { isDeepStrictEqual } from "node:util";
import type { Outcome } from "./conformance-adapter.js";
import type { ExpectedOutcome } from "./conformance-case.js";

/** Why the outcome is none of those that are right; empty where it is one. */
export function judgeOutcome(outcome: Outcome, expected: readonly ExpectedOutcome[]): string[] {
  const reasons = expected.map((one) => differences(outcome, one));
  if (reasons.some((flaws) => flaws.length === 0)) return [];
  return reasons.reduce((fewest, flaws) => (flaws.length < fewest.length ? flaws : fewest));
}

function differences(outcome: Outcome, expected: ExpectedOutcome): string[] {
  if ("error" in outcome) {
    const { message, retryable } = outcome.error;
    if (!expected.error) return [`failed: ${message.slice(0, 120)}`];
    const said = expected.error.retryable;
    const differs = said !== undefined && retryable !== undefined && retryable !== said;
    return differs ? [`the failure is reported as ${retryable ? "" : "not "}retryable`] : [];
  }
  if (expected.error) return [`no failure, but the answer ${shown(outcome.text)}${calls(outcome)}`];
  const { text, toolCalls, stopReason } = expected;
  const called = outcome.toolCalls.map(({ name, args }) => ({ name, args }));
  return [
    ...(text !== undefined && outcome.text !== text ? [`the text is ${shown(outcome.text)}`] : []),
    ...(text !== undefined && (outcome.shown ?? text) !== text
      ? [`the user saw ${shown(outcome.shown!)}`]
      : []),
    ...(toolCalls && !isDeepStrictEqual(called, toolCalls)
      ? [`the calls to run are ${JSON.stringify(called)}`]
      : []),
    ...(stopReason && outcome.stopReason !== stopReason ? [`the stop reason is ${outcome.stopReason}`] : []),
    ...(new Set(outcome.toolCalls.map(({ id }) => id)).size < called.length ? ["two calls share an id"] : []),
  ];
}

const shown = (text: string): string => JSON.stringify(text.slice(0, 80));

const calls = ({ toolCalls }: { toolCalls: { name: string }[] }): string =>
  toolCalls.length > 0 ? ` with calls of ${toolCalls.map(({ name }) => name).join(", ")} to run` : "";
