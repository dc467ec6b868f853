import type {
  ChatClient,
  ChatEvent,
  ChatRequest,
  Message,
  Reply,
  UserMessage,
} from "@genericagent/core-loop";
import { type AskOptions, type Session, ToolClient, type ToolClientOptions } from "@genericagent/llm";

/**
 * A session with a model that knows no tool calls: tools and calls are written out as text. The context policy belongs
 * to the client inside, for the wrapped session is forked for each ask.
 */
export class TextSession implements Session, ChatClient {
  readonly #client: ToolClient;
  readonly #options: ToolClientOptions;

  constructor(session: Session, options: ToolClientOptions = {}) {
    this.#client = new ToolClient(session, options);
    this.#options = options;
  }

  get provider(): string {
    return this.#client.session.provider;
  }

  get model(): string {
    return this.#client.session.model;
  }

  get wire(): Session["wire"] {
    return this.#client.session.wire;
  }

  /** Calls and results as such, so that another client can go on from it. */
  get history(): readonly Message[] {
    return this.#client.history;
  }

  chat(request: ChatRequest): AsyncGenerator<ChatEvent, Reply, void> {
    return this.#client.chat(request);
  }

  ask(
    message: UserMessage,
    { system, tools, signal = new AbortController().signal }: AskOptions,
  ): AsyncGenerator<ChatEvent, Reply, void> {
    return this.chat({ message, system, tools, signal, resetTools: false });
  }

  fork(history: readonly Message[] = this.history): TextSession {
    const { context: _, ...options } = this.#options;
    return new TextSession(this.#client.session.fork(history), options);
  }
}
