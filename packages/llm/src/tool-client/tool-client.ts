import {
  type ChatClient,
  type ChatEvent,
  type ChatRequest,
  type ContextPolicy,
  type Message,
  type Reply,
  toolCallsOf,
  type UserMessage,
} from "@genericagent/core-loop";
import { askWithinBudget, type BudgetedReply } from "../ask-within-budget.js";
import type { Session } from "../session.js";
import { describeTools, unchangedTools } from "./describe-tools.js";
import { showAnswer } from "./show-answer.js";
import { TextAnswer } from "./text-answer.js";
import { toTextMessage } from "./to-text-message.js";

export interface ToolClientOptions {
  /** The language in which the protocol is described. Default `en`. */
  language?: "en" | "zh";
  /** The tools are described in full again after so many characters of conversation. Default 27 000 (GenericAgent). */
  describeAgainAfterChars?: number;
  /** Keeps every request inside a budget. It belongs here and not to the session, which is forked for each ask. */
  context?: ContextPolicy;
}

/** The description of the tools that still holds: what it says, the message it stands before, what came after it. */
interface Described {
  text: string;
  message?: Message;
  charsSince: number;
}

const UNDESCRIBED: Described = { text: "", charsSince: 0 };

/**
 * Drives any model that writes text: the tools stand in the prompt, calls in the reply as `<tool_use>{…}</tool_use>`.
 * The history holds calls and results as such, so that it can go on in another client; the model sees them as text.
 * The session is forked for each ask and stays as it is.
 */
export class ToolClient implements ChatClient {
  #history: readonly Message[];
  /** What stood before a message, so that it stands there again in each later request. */
  readonly #preambles = new WeakMap<Message, string>();
  #described = UNDESCRIBED;

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
    const conversation = { ...request, history: this.#history };
    let preamble = "";
    const { reply, fitted } = yield* askWithinBudget(this.options.context, conversation, (fits) => {
      preamble = this.#preamble(request, fits.history);
      return this.#ask(request, fits, preamble);
    });
    const { message } = fitted;
    this.#preambles.set(message, preamble);
    this.#history = [...fitted.history, message, reply.message];
    this.#remember(request, message, preamble, reply);
    return reply;
  }

  #ask(
    { system, tools, signal }: ChatRequest,
    { history, message }: BudgetedReply["fitted"],
    preamble: string,
  ): AsyncGenerator<ChatEvent, Reply, void> {
    const session = this.session.fork(history.map((old) => toTextMessage(old, this.#preambles.get(old))));
    const stream = session.ask(toTextMessage(message, preamble), { system, tools: [], signal });
    return showAnswer(stream, new TextAnswer(tools, session));
  }

  /** The tools in full, where the last description is out of date, far away, or no longer in the history. */
  #preamble({ tools, resetTools }: ChatRequest, history: readonly Message[]): string {
    const { language = "en", describeAgainAfterChars = 27_000 } = this.options;
    if (tools.length === 0) return "";
    const full = describeTools(tools, language);
    const { text, message, charsSince } = this.#described;
    const holds =
      text === full && message && history.includes(message) && charsSince <= describeAgainAfterChars;
    return holds && !resetTools ? unchangedTools(language) : full;
  }

  /** A model that wrote a call nobody can read is told the format again. */
  #remember({ tools }: ChatRequest, message: UserMessage, preamble: string, reply: Reply): void {
    const misread = toolCallsOf(reply.message).some(({ invalidArgs }) => invalidArgs !== undefined);
    const { language = "en" } = this.options;
    const said = JSON.stringify([message, reply.message]).length;
    if (misread) this.#described = UNDESCRIBED;
    else if (preamble === unchangedTools(language))
      this.#described = { ...this.#described, charsSince: this.#described.charsSince + said };
    else this.#described = tools.length > 0 ? { text: preamble, message, charsSince: said } : UNDESCRIBED;
  }
}
