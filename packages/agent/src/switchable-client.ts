import type { ChatClient, ChatEvent, ChatRequest, Reply } from "@genericagent/core-loop";
import type { Session } from "@genericagent/llm";
import { NativeToolClient } from "@genericagent/llm/native-tool-client";

/** Makes the session that takes over from another. */
export type TakeOver = (from: Session) => Session;

/** The loop's client, whose session can be exchanged while a run goes on: from the next model call on. */
export class SwitchableClient implements ChatClient {
  #session: Session;
  #waiting: TakeOver[] = [];
  #asking = false;

  constructor(session: Session) {
    this.#session = session;
  }

  get session(): Session {
    return this.#session;
  }

  switchTo(takeOver: TakeOver): void {
    this.#waiting.push(takeOver);
    if (!this.#asking) this.#exchange();
  }

  async *chat(request: ChatRequest): AsyncGenerator<ChatEvent, Reply, void> {
    this.#asking = true;
    try {
      const session = this.#session;
      const client = speaksItself(session) ? session : new NativeToolClient(session);
      return yield* client.chat(request);
    } finally {
      this.#asking = false;
      this.#exchange();
    }
  }

  #exchange(): void {
    for (const takeOver of this.#waiting.splice(0)) this.#session = takeOver(this.#session);
  }
}

/** Such as a `TextSession`, which writes the calls out by itself. */
const speaksItself = (session: Session): session is Session & ChatClient => "chat" in session;
