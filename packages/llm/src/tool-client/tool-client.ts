import {
  type ChatClient,
  type ChatEvent,
  type ChatRequest,
  type Message,
  type Reply,
  textOf,
  toolCallsOf,
  type UserMessage,
} from "@genericagent/core-loop";
import type { Session } from "../session.js";
import { describeTools, unchangedTools } from "./describe-tools.js";
import { TextAnswer } from "./text-answer.js";
import { toTextMessage } from "./to-text-message.js";

export interface ToolClientOptions {
  /** The language in which the protocol is described. Default `en`. */
  language?: "en" | "zh";
  /** The tools are described in full again after so many characters of conversation. Default 27 000 (GenericAgent). */
  describeAgainAfterChars?: number;
}

/**
 * Drives any model that writes text: the tools stand in the prompt, calls in the reply as `<tool_use>{…}</tool_use>`.
 * The history holds calls and results as such, so that it can go on in another client; the model sees them as text.
 * The session is forked for each ask and stays as it is.
 */
export class ToolClient implements ChatClient {
  readonly #history: Message[];
  /** What stood before a message, so that it stands there again in each later request. */
  readonly #preambles = new WeakMap<Message, string>();
  /** The description that still holds, and the characters that came after it. */
  #described = { text: "", charsSince: 0 };

  constructor(
    readonly session: Session,
    private readonly options: ToolClientOptions = {},
  ) {
    this.#history = [...session.history];
  }

  get history(): readonly Message[] {
    return this.#history;
  }

  async *chat(request: ChatRequest): AsyncGenerator<ChatEvent, Reply, void> {
    const { message, system, tools, signal } = request;
    const { preamble, description } = this.#preamble(request);
    const session = this.session.fork(
      this.#history.map((old) => toTextMessage(old, this.#preambles.get(old))),
    );
    const sent = toTextMessage(message, preamble) as UserMessage;
    const answer = new TextAnswer(tools, { wire: session.wire, provider: session.provider });

    const stream = session.ask(sent, { system, tools: [], signal });
    let whole: Reply | undefined;
    try {
      for (;;) {
        const step = await stream.next();
        if (step.done) {
          whole = step.value;
          break;
        }
        yield* answer.see(step.value);
      }
    } finally {
      await stream.return(undefined as never);
    }
    yield* answer.end(whole);

    const reply = answer.reply(whole);
    if (preamble) this.#preambles.set(message, preamble);
    this.#history.push(message, reply.message);
    this.#remember(description, preamble === description, sizeOf(sent) + textOf(whole.message).length, reply);
    return reply;
  }

  #preamble({ tools, resetTools }: ChatRequest): { preamble: string | undefined; description: string } {
    const { language = "en", describeAgainAfterChars = 27_000 } = this.options;
    if (tools.length === 0) return { preamble: undefined, description: "" };
    const description = describeTools(tools, language);
    const { text, charsSince } = this.#described;
    const known = text === description && charsSince <= describeAgainAfterChars;
    return { preamble: known && !resetTools ? unchangedTools(language) : description, description };
  }

  /** A model that wrote a call nobody can read is told the format again. */
  #remember(description: string, full: boolean, chars: number, { message }: Reply): void {
    const misread = toolCallsOf(message).some(({ invalidArgs }) => invalidArgs !== undefined);
    this.#described = misread
      ? { text: "", charsSince: 0 }
      : { text: description, charsSince: full ? chars : this.#described.charsSince + chars };
  }
}

const sizeOf = ({ content }: UserMessage): number =>
  content.reduce((sum, block) => sum + (block.type === "text" ? block.text.length : 0), 0);
