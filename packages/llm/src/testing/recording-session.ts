import type { ChatEvent, Message, Reply, UserMessage, Wire } from "@genericagent/core-loop";
import { observe } from "../observe.js";
import type { AskOptions, Session } from "../session.js";
import { appendToCassette } from "./cassette.js";

export interface RecordingOptions {
  /** Texts that must not be in the file, besides everything shaped like a key. */
  secrets?: readonly string[];
}

/** Passes everything through to a session, and appends each whole answer to a cassette. */
export class RecordingSession implements Session {
  constructor(
    readonly session: Session,
    readonly path: string,
    private readonly options: RecordingOptions = {},
  ) {}

  get provider(): string {
    return this.session.provider;
  }

  get model(): string {
    return this.session.model;
  }

  get wire(): Wire {
    return this.session.wire;
  }

  get history(): readonly Message[] {
    return this.session.history;
  }

  /** The copy records into the same cassette. */
  fork(history?: readonly Message[]): RecordingSession {
    return new RecordingSession(this.session.fork(history), this.path, this.options);
  }

  async *ask(message: UserMessage, options: AskOptions): AsyncGenerator<ChatEvent, Reply, void> {
    const { provider, model, wire } = this;
    const { system, tools } = options;
    let events: ChatEvent[] = [];
    const reply = yield* observe(this.session.ask(message, options), (event) => {
      if (event.type === "void") events = [];
      else if (event.type.endsWith("-delta")) events.push(event);
    });
    const entry = { provider, model, wire, request: { system, tools, message }, events, reply };
    await appendToCassette(this.path, entry, this.options.secrets);
    return reply;
  }
}
