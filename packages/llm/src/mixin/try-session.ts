import type { ChatEvent, Reply, UserMessage } from "@genericagent/core-loop";
import type { AskOptions, Session } from "../session.js";
import { describeFailure } from "./failure-action.js";

export type Attempt =
  | { reply: Reply }
  /** `shown`: some of the answer was seen before it failed. */
  | { error: unknown; shown: boolean };

/**
 * Asks one session once. A failure is a value, and whatever was shown of the answer is withdrawn before it.
 *
 * @throws `signal.reason` when aborted
 */
export async function* trySession(
  session: Session,
  message: UserMessage,
  options: AskOptions,
): AsyncGenerator<ChatEvent, Attempt, void> {
  const answer = session.ask(message, { ...options, maxRetries: 0 });
  let visible = false;
  let shown = false;
  let failure: unknown;
  try {
    for (;;) {
      const step = await answer.next();
      if (step.done) return { reply: step.value };
      if (step.value.type === "void") visible = false;
      else if (step.value.type.endsWith("-delta")) visible = shown = true;
      yield step.value;
    }
  } catch (error) {
    options.signal?.throwIfAborted();
    failure = error;
  } finally {
    await answer.return(undefined as never);
  }
  if (visible) yield { type: "void", reason: describeFailure(failure).message };
  return { error: failure, shown };
}
