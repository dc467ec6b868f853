import type { ChatEvent, Reply } from "@genericagent/core-loop";

/** Understands one wire: turns the parsed events of one stream into our events and, at its end, into a reply. */
export interface ReplyDecoder {
  /** @throws ServerFailure when the event says that the answer failed. */
  push(event: unknown): Iterable<ChatEvent>;
  /** The wire's own end was seen: what happens to the connection afterwards does not matter. */
  readonly whole: boolean;
  /** @throws ServerFailure when the model declined to answer. Call it only when `whole`. */
  reply(): Reply;
}
