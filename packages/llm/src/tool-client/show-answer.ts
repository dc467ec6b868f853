import type { ChatEvent, Reply } from "@genericagent/core-loop";
import type { TextAnswer } from "./text-answer.js";

/** A session's answer as the client shows it: calls that stand in its text are taken out, and come as calls. */
export async function* showAnswer(
  stream: AsyncGenerator<ChatEvent, Reply, void>,
  answer: TextAnswer,
): AsyncGenerator<ChatEvent, Reply, void> {
  let whole: Reply | undefined;
  try {
    while (!whole) {
      const step = await stream.next();
      if (step.done) whole = step.value;
      else yield* answer.see(step.value);
    }
  } finally {
    await stream.return(undefined as never);
  }
  yield* answer.end(whole);
  return answer.reply(whole);
}
