import {
  type ChatClient,
  type ChatEvent,
  type ChatRequest,
  type Reply,
  toolCallsOf,
} from "@genericagent/core-loop";
import type { Session } from "./session.js";
import { showAnswer } from "./tool-client/show-answer.js";
import { TextAnswer } from "./tool-client/text-answer.js";

/**
 * Drives a session by the provider's own tool calls. Tools go with every request, so `resetTools` says nothing here.
 * A call that a model or its server lets slip into the text is taken out of it and made a call.
 */
export class NativeToolClient implements ChatClient {
  #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The session that is asked next: the given one, or a fork of it after a call had to be put in its place. */
  get session(): Session {
    return this.#session;
  }

  async *chat({ message, system, tools, signal }: ChatRequest): AsyncGenerator<ChatEvent, Reply, void> {
    const session = this.#session;
    const stream = session.ask(message, { system, tools, signal });
    if (tools.length === 0) return yield* stream;
    const reply = yield* showAnswer(stream, new TextAnswer(tools, session));
    const stored = session.history.at(-1);
    if (stored?.role === "assistant" && toolCallsOf(stored).length < toolCallsOf(reply.message).length)
      this.#session = session.fork([...session.history.slice(0, -1), reply.message]);
    return reply;
  }
}
