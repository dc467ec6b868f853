import { type NoToolOutcome, type Reply, textOf } from "@genericagent/core-loop";

/** What a check says to an answer. */
export type Verdict = { accepted: true } | { accepted: false; why: string };

/** Judges whether a task is done; `answer` is the model's last text. */
export type AcceptanceCheck = (answer: string, signal: AbortSignal) => Promise<Verdict>;

/** An answer may be sent back this often (GenericAgent's plan mode: 2 rounds of mending). */
const MAX_REFUSALS = 2;

/** Lets a run end as done only when a check says so; otherwise the model is told why and goes on. */
export class Acceptance {
  #check: AcceptanceCheck;
  #signal: AbortSignal;
  #refusals = 0;

  constructor(check: AcceptanceCheck, signal: AbortSignal) {
    this.#check = check;
    this.#signal = signal;
  }

  async judge(reply: Reply): Promise<NoToolOutcome> {
    const verdict = await this.#check(textOf(reply.message), this.#signal);
    if (verdict.accepted) return { end: "done" };
    if (this.#refusals++ >= MAX_REFUSALS)
      return { end: "no-progress", why: `the answer was not accepted: ${verdict.why}` };
    return {
      nextPrompt: `[VERIFY] Not accepted as done: ${verdict.why}\nMend just this, check it with a tool, then answer again.`,
    };
  }
}
