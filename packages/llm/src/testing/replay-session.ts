import type { ChatEvent, Message, Notice, Reply, UserMessage, Wire } from "@genericagent/core-loop";
import { redactSecrets } from "../redact-secrets.js";
import type { AskOptions, Session } from "../session.js";
import { type CassetteEntry, CassetteError, readCassette } from "./cassette.js";
import { type Difference, firstDifference } from "./first-difference.js";

export interface ReplayOptions {
  /** A file, which is read when it is first needed, or its entries. */
  cassette: string | readonly CassetteEntry[];
  /** What a request that differs from the recorded one does. Default `throw`. */
  onDifference?: "throw" | "notice" | "ignore";
  /** The conversation before the cassette's. */
  history?: readonly Message[];
}

/** What a session and its forks share. */
interface Tape {
  loaded?: readonly CassetteEntry[];
  position: number;
}

/** Plays a cassette back, and says where a request differs from the recorded one. */
export class ReplaySession implements Session {
  readonly #options: ReplayOptions;
  readonly #history: Message[];
  #tape: Tape = { position: 0 };

  constructor(options: ReplayOptions) {
    this.#options = options;
    this.#history = [...(options.history ?? [])];
  }

  get provider(): string {
    return this.#current?.provider ?? "replay";
  }

  get model(): string {
    return this.#current?.model ?? "cassette";
  }

  get wire(): Wire {
    return this.#current?.wire ?? "openai-chat";
  }

  get history(): readonly Message[] {
    return this.#history;
  }

  /** The copy goes on in the same cassette. */
  fork(history: readonly Message[] = this.#history): ReplaySession {
    const copy = new ReplaySession({ ...this.#options, history });
    copy.#tape = this.#tape;
    return copy;
  }

  async *ask(message: UserMessage, options: AskOptions): AsyncGenerator<ChatEvent, Reply, void> {
    const { system, tools, signal } = options;
    signal?.throwIfAborted();
    const entry = this.#entries[this.#tape.position];
    if (!entry) throw usedUp(this.#tape.position);
    const difference = firstDifference(entry.request, comparable({ system, tools, message }));
    if (difference) yield* this.#report(difference);
    this.#tape.position++;
    for (const event of entry.events) {
      signal?.throwIfAborted();
      yield event;
    }
    this.#history.push(message, entry.reply.message);
    return entry.reply;
  }

  /** @throws CassetteError `cassette-left-over` when entries were not played. */
  assertDone(): void {
    const { length } = this.#entries;
    const left = length - this.#tape.position;
    if (left === 0) return;
    const message = `${left} of the cassette's ${length} entries were not asked for.`;
    throw new CassetteError({ code: "cassette-left-over", message });
  }

  get #entries(): readonly CassetteEntry[] {
    const { cassette } = this.#options;
    this.#tape.loaded ??= typeof cassette === "string" ? readCassette(cassette) : cassette;
    return this.#tape.loaded;
  }

  get #current(): CassetteEntry | undefined {
    return this.#entries[this.#tape.position] ?? this.#entries.at(-1);
  }

  *#report({ path, recorded, actual }: Difference): Generator<Notice> {
    const mode = this.#options.onDifference ?? "throw";
    if (mode === "ignore") return;
    const was = `Request ${this.#tape.position + 1} differs from the cassette at ${path}`;
    const message = `${was}: recorded ${brief(recorded)}, now ${brief(actual)}.`;
    const code = "cassette-difference";
    if (mode === "throw") throw new CassetteError({ code, message });
    yield { type: "notice", code, message, data: { path, recorded, actual } };
  }
}

/** As it would stand in the file. */
const comparable = (request: object): unknown => JSON.parse(redactSecrets(JSON.stringify(request)));

const brief = (value: unknown): string => {
  const json = JSON.stringify(value) ?? "nothing";
  return json.length > 80 ? `${json.slice(0, 79)}…` : json;
};

const usedUp = (entries: number): CassetteError =>
  new CassetteError({ code: "cassette-used-up", message: `The cassette's ${entries} entries are used up.` });
