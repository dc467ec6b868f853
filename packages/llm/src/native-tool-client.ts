import type { ChatClient, ChatEvent, ChatRequest, Reply } from "@genericagent/core-loop";
import type { Session } from "./session.js";

/** Drives a session by the provider's own tool calls. Tools go with every request, so `resetTools` says nothing here. */
export class NativeToolClient implements ChatClient {
  constructor(readonly session: Session) {}

  chat({ message, system, tools, signal }: ChatRequest): AsyncGenerator<ChatEvent, Reply, void> {
    return this.session.ask(message, { system, tools, signal });
  }
}
