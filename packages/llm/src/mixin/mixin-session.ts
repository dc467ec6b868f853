import {
  type ChatEvent,
  GenericAgentError,
  type Message,
  type Reply,
  type UserMessage,
  type Wire,
} from "@genericagent/core-loop";
import { askWithinBudget, type BudgetedReply } from "../ask-within-budget.js";
import type { AskOptions, Session } from "../session.js";
import { isSameModel, withoutThinking } from "../switch-session.js";
import { describeFailure, failureAction } from "./failure-action.js";
import { giveUpError, nameOf } from "./give-up.js";
import {
  type MixinClock,
  type MixinOptions,
  type MixinRules,
  rulesOf,
  systemClock,
} from "./mixin-options.js";
import { answered, chosen, failed, homeOf, initialState, type MixinState, orderOf } from "./mixin-state.js";
import { firstRound, nextStep, type Round } from "./next-step.js";
import { trySession } from "./try-session.js";

/**
 * Several sessions behind one, in order of priority, with one history. An answer is one session's from its first
 * word to its last: when one fails, what was shown of it is withdrawn, and the next is asked from the beginning.
 * The given sessions stay as they are; each ask forks the one that answers.
 */
export class MixinSession implements Session {
  readonly #options: MixinOptions;
  readonly #rules: MixinRules;
  readonly #clock: MixinClock;
  #history: readonly Message[];
  /** One cell for all forks, since the state is about servers. `authors`: which session made a message. */
  #shared: { state: MixinState; authors: WeakMap<Message, Session> };

  constructor(
    readonly sessions: readonly Session[],
    options: MixinOptions = {},
  ) {
    if (sessions.length === 0)
      throw new GenericAgentError({
        code: "no-sessions",
        message: "A MixinSession needs at least one session.",
      });
    this.#options = options;
    this.#rules = rulesOf(options, sessions.length);
    this.#clock = options.clock ?? systemClock;
    this.#history = [...(options.history ?? sessions[0]!.history)];
    this.#shared = { state: options.state ?? initialState, authors: new WeakMap() };
  }

  /** The session that would be asked now. */
  get current(): Session {
    const [first] = orderOf(this.state, this.sessions.length, this.#clock.now());
    return this.sessions[first!]!;
  }

  get provider(): string {
    return this.current.provider;
  }

  get model(): string {
    return this.current.model;
  }

  get wire(): Wire {
    return this.current.wire;
  }

  get history(): readonly Message[] {
    return this.#history;
  }

  get state(): MixinState {
    return this.#shared.state;
  }

  /**
   * Puts a session in front by hand, or with `undefined` the first one again. It stays there until it is changed,
   * or for `forMs`; while it fails or cools down others stand in, and then it is asked again.
   */
  choose(index: number | undefined, { forMs }: { forMs?: number } = {}): void {
    if (index !== undefined && !this.sessions[index])
      throw new GenericAgentError({
        code: "no-such-session",
        message: `There is no session ${index}: this Mixin has ${this.sessions.length}, counted from 0.`,
      });
    const until = forMs === undefined ? undefined : this.#clock.now() + forMs;
    this.#shared.state = chosen(this.state, index, until);
  }

  fork(history: readonly Message[] = this.#history): MixinSession {
    const { context: _, ...options } = this.#options;
    const copy = new MixinSession(this.sessions, { ...options, history });
    copy.#shared = this.#shared;
    return copy;
  }

  async *ask(message: UserMessage, options: AskOptions): AsyncGenerator<ChatEvent, Reply, void> {
    const { system, tools } = options;
    const request = { system, tools, history: this.#history, message };
    const { reply, fitted } = yield* askWithinBudget(this.#options.context, request, (conversation) =>
      this.#answer(conversation, options),
    );
    this.#history = [...fitted.history, fitted.message, reply.message];
    return reply;
  }

  async *#answer(
    { history, message }: BudgetedReply["fitted"],
    options: AskOptions,
  ): AsyncGenerator<ChatEvent, Reply, void> {
    const { signal, maxRetries = this.#rules.maxRounds - 1 } = options;
    const messages = [...history, message];
    const failures = new Map<number, unknown>();
    let round: Round = firstRound;
    let last: Failed | undefined;
    for (;;) {
      signal?.throwIfAborted();
      const rules = { ...this.#rules, now: this.#clock.now(), maxRounds: maxRetries + 1 };
      const step = nextStep(this.state, round, { ...rules, chars: this.#sizeOf(messages) });
      if (step.type === "give-up")
        throw giveUpError({
          sessions: this.sessions,
          state: this.state,
          failures,
          now: rules.now,
          until: step.until,
        });
      if (step.type === "wait") {
        yield { type: "retry", attempt: round.number, delayMs: step.ms, ...this.#reason(last) };
        await this.#clock.sleep(step.ms, signal);
        round = step.round;
        last = undefined;
        continue;
      }

      const { index } = step;
      if (last && last.index !== index) yield this.#failover(last, index);
      const attempt = yield* trySession(this.#open(index), message, options);
      const after = { ...this.#rules, now: this.#clock.now() };
      if ("reply" in attempt) {
        this.#shared.state = answered(this.state, index, after);
        this.#shared.authors.set(attempt.reply.message, this.sessions[index]!);
        return attempt.reply;
      }

      const { error, shown } = attempt;
      const action = failureAction(error, this.#rules.springBackMs);
      const chars = action.kind === "not-for-this-size" ? sizeOf(messages) : 0;
      this.#shared.state = failed(this.state, { index, error, action, shown, chars }, after);
      if (action.kind === "report") throw error;
      failures.set(index, error);
      last = { index, ...describeFailure(error) };
      const out = action.kind === "not-for-this-message" ? [...round.out, index] : round.out;
      round = { ...round, tried: [...round.tried, index], out };
    }
  }

  /** A session with our history, without thinking of which another model is known to be the author. */
  #open(index: number): Session {
    const session = this.sessions[index]!;
    const history = this.#history.flatMap((message) => {
      const author = this.#shared.authors.get(message);
      return author && !isSameModel(author, session) ? withoutThinking(message) : [message];
    });
    return session.fork(history);
  }

  /** Only counted where some session's limit is known. */
  #sizeOf(messages: readonly Message[]): number {
    return Object.keys(this.state.tooLong).length > 0 ? sizeOf(messages) : 0;
  }

  #failover({ index, code, message }: Failed, next: number): ChatEvent {
    const [from, to] = [nameOf(this.sessions[index]!), nameOf(this.sessions[next]!)];
    const said = `${from} failed (${code}); asking ${to}.`;
    return { type: "notice", code: "model-failover", message: said, data: { from, to, code, message } };
  }

  /** Why there is a wait: the failure just seen, else the cool-down of the session that belongs in front. */
  #reason(last: Failed | undefined): { code: string; message: string } {
    const { blocks } = this.state;
    const { code, message } =
      last ?? blocks[homeOf(this.state, this.#clock.now())] ?? Object.values(blocks)[0]!;
    return { code, message };
  }
}

interface Failed {
  index: number;
  code: string;
  message: string;
}

const sizeOf = (messages: readonly Message[]): number => JSON.stringify(messages).length;
