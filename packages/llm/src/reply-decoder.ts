import type { ChatEvent, Reply } from "@genericagent/core-loop";

/** Understands one wire: turns the parsed events of one stream into our events and, at its end, into a reply. */
export interface ReplyDecoder {
  /**
   * Adds to `out` what the event says. A list and not a generator, because this runs for every delta.
   *
   * @throws ServerFailure when the event says that the answer failed.
   */
  push(event: unknown, out: ChatEvent[]): void;
  /** The wire's own end was seen: what happens to the connection afterwards does not matter. */
  readonly whole: boolean;
  /** @throws ServerFailure when the model declined to answer. Call it only when `whole`. */
  reply(): Reply;
}
