import type { ChatClient, ChatEvent, ChatRequest, Reply } from "@genericagent/core-loop";
import type { Session } from "./session.js";
import { showAnswer } from "./tool-client/show-answer.js";
import { TextAnswer } from "./tool-client/text-answer.js";

/**
 * Drives a session by the provider's own tool calls. Tools go with every request, so `resetTools` says nothing here.
 * A call that a model or its server lets slip into the text comes as a call; in the session's history it stays the
 * text it was, and its result is quoted there.
 */
export class NativeToolClient implements ChatClient {
  constructor(readonly session: Session) {}

  chat({ message, system, tools, signal }: ChatRequest): AsyncGenerator<ChatEvent, Reply, void> {
    const stream = this.session.ask(message, { system, tools, signal });
    return tools.length > 0 ? showAnswer(stream, new TextAnswer(tools, this.session)) : stream;
  }
}
