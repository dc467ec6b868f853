import type { Reply } from "./chat-client.js";
import { textOf } from "./message.js";
import type { NoToolOutcome } from "./tool.js";

/** A silent or cut reply is asked again this often (GenericAgent). */
const MAX_ATTEMPTS = 3;

/**
 * What follows a reply without a tool call: an empty or cut one is asked for again, one that is nothing but a
 * code block gets the question whether to run it, anything else is the final answer.
 */
export function noToolStep(reply: Reply, { attempts }: { attempts: number }): NoToolOutcome {
  const answer = textOf(reply.message).trim();
  const problem = unfinished(reply, answer);
  if (!problem) {
    if (attempts === 0 && isBareCodeBlock(answer)) return { nextPrompt: ASK_ABOUT_CODE };
    return { end: "done" };
  }
  if (attempts >= MAX_ATTEMPTS) return { end: "no-progress", why: `the model's reply ${problem.what}` };
  return { nextPrompt: problem.ask };
}

const ASK_ABOUT_CODE =
  "Your reply is one code block. If it should run, call code_run; if it is the answer, say so in a sentence.";

function unfinished(reply: Reply, answer: string): { what: string; ask: string } | undefined {
  if (reply.stopReason === "length")
    return {
      what: "reached the output limit",
      ask: "Your reply reached the output limit. Continue where it stopped, in smaller steps.",
    };
  if (reply.stopReason === "paused") return { what: "was paused by the provider", ask: "Continue." };
  if (answer === "")
    return { what: "was empty", ask: "Your reply was empty. Call a tool or give the answer." };
  return undefined;
}

const FENCE = "```";

/** True for one fenced block with no prose around it and no fence inside. */
const isBareCodeBlock = (answer: string): boolean =>
  answer.length > 2 * FENCE.length &&
  answer.startsWith(FENCE) &&
  answer.indexOf(`\n${FENCE}`, FENCE.length) === answer.length - FENCE.length - 1;
