import { ModelError, type ModelErrorCode } from "../model-error.js";
import { describeWait } from "../retry-after.js";
import type { Session } from "../session.js";
import { describeFailure } from "./failure-action.js";
import { blockOf, type MixinState } from "./mixin-state.js";

export const nameOf = ({ provider, model }: Pick<Session, "provider" | "model">): string =>
  `${provider}/${model}`;

export interface GiveUp {
  sessions: readonly Session[];
  /** What was thrown in this ask, by index. */
  failures: ReadonlyMap<number, unknown>;
  state: MixinState;
  now: number;
  until: number | undefined;
}

/** One error for all: with the code they share, else `all-failed`; the single errors are its cause. */
export function giveUpError({ sessions, failures, state, now, until }: GiveUp): unknown {
  const [only] = failures.values();
  if (sessions.length === 1 && only !== undefined) return only;
  const reasons = sessions.map((session, index) => ({ session, why: whyNot(index, failures, state, now) }));
  const codes = new Set(reasons.map(({ why }) => why.code));
  const [shared] = codes;
  const said = reasons.map(({ session, why }) => `${nameOf(session)}: ${why.message}`).join(" ");
  const retryAfterMs = until === undefined ? undefined : Math.max(0, until - now);
  const again =
    retryAfterMs === undefined ? "" : ` The first may be tried again in ${describeWait(retryAfterMs)}.`;
  const errors = [...failures.values()];
  return new ModelError({
    code: codes.size === 1 && isModelErrorCode(shared) ? shared : "all-failed",
    provider: sessions.map(({ provider }) => provider).join("|"),
    message: `No session could answer. ${said}${again}`,
    retryable: until !== undefined || errors.some((error) => error instanceof ModelError && error.retryable),
    retryAfterMs,
    cause: new AggregateError(errors, "the failures of the sessions"),
  });
}

/** This ask's failure, else why it was not even asked. */
function whyNot(
  index: number,
  failures: ReadonlyMap<number, unknown>,
  state: MixinState,
  now: number,
): { code: string; message: string } {
  if (failures.has(index)) return describeFailure(failures.get(index));
  const block = blockOf(state, index, now);
  if (block) return { code: block.code, message: `not asked, because before: ${block.message}` };
  return { code: "context-overflow", message: "not asked: a request of this size was too long before." };
}

const isModelErrorCode = (code: string | undefined): code is ModelErrorCode =>
  code !== undefined && code !== "unknown";
