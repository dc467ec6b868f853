import {
  type ChatEvent,
  GenericAgentError,
  type Message,
  type Reply,
  type UserMessage,
  type Wire,
} from "@genericagent/core-loop";
import { ReplyDraft } from "../reply-draft.js";
import type { AskOptions, Session } from "../session.js";
import type { ModelRequest } from "../stream-session.js";
import { Script, type ScriptSource } from "./script.js";
import { deltasOf, type FullReply, fillReply, type ScriptedReply } from "./scripted-reply.js";

/** An `Error` is thrown instead of an answer. */
export type SessionScript = ScriptSource<ModelRequest, ScriptedReply | Error>;

export interface ScriptedSessionOptions {
  provider?: string;
  model?: string;
  wire?: Wire;
  history?: readonly Message[];
}

/** What a session and its forks share. */
interface ScriptedModel {
  script: Script<ModelRequest, ScriptedReply | Error>;
  requests: ModelRequest[];
  calls: number;
}

/** A session that answers by script, without a server. */
export class ScriptedSession implements Session {
  readonly provider: string;
  readonly model: string;
  readonly wire: Wire;
  readonly #history: Message[];
  #model: ScriptedModel;

  constructor(script: SessionScript, options: ScriptedSessionOptions = {}) {
    const { provider = "scripted", model = "test-model", wire = "openai-chat", history = [] } = options;
    this.#model = { script: new Script(script), requests: [], calls: 0 };
    this.#history = [...history];
    this.provider = provider;
    this.model = model;
    this.wire = wire;
  }

  get history(): readonly Message[] {
    return this.#history;
  }

  /** What the model was shown, request by request, forks included. */
  get requests(): ModelRequest[] {
    return this.#model.requests;
  }

  /** The copy is answered by the same script. */
  fork(history: readonly Message[] = this.#history): ScriptedSession {
    const { provider, model, wire } = this;
    const copy = new ScriptedSession([], { provider, model, wire, history });
    copy.#model = this.#model;
    return copy;
  }

  async *ask(message: UserMessage, options: AskOptions): AsyncGenerator<ChatEvent, Reply, void> {
    const { system, tools, signal } = options;
    signal?.throwIfAborted();
    const request = { system, tools, messages: [...this.#history, message] };
    this.#model.requests.push(request);
    const step = await this.#model.script.next(request);
    if (!step)
      throw new GenericAgentError({
        code: "script-used-up",
        message: "The script has no answer left for this request.",
      });
    if (step instanceof Error) throw step;
    const full = fillReply(step, () => `call_${++this.#model.calls}`);
    for (const event of eventsOf(full)) {
      signal?.throwIfAborted();
      yield event;
    }
    const reply = this.#reply(full);
    this.#history.push(message, reply.message);
    return reply;
  }

  /** @throws when the model was asked too often or not often enough. */
  assertDone(): void {
    this.#model.script.assertDone();
  }

  #reply({ thinking, signature, text, toolCalls, stopReason, usage }: FullReply): Reply {
    const { wire, provider, model } = this;
    const draft = new ReplyDraft();
    if (thinking || signature)
      draft.add({ type: "thinking", text: thinking, wire, provider, ...(signature && { signature }) });
    if (text) draft.add({ type: "text", text });
    for (const { id, name, json } of toolCalls) draft.call(id, name).json = json;
    draft.usage = usage;
    return draft.reply(stopReason, `${provider}/${model}`);
  }
}

const DELTA_CHARS = 8;

function* eventsOf({ thinking, text, toolCalls }: FullReply): Generator<ChatEvent> {
  for (const delta of deltasOf(thinking, DELTA_CHARS)) yield { type: "thinking-delta", text: delta };
  for (const delta of deltasOf(text, DELTA_CHARS)) yield { type: "text-delta", text: delta };
  for (const { id, name, json } of toolCalls) {
    yield { type: "tool-call-delta", id, name, text: "" };
    for (const delta of deltasOf(json, DELTA_CHARS)) yield { type: "tool-call-delta", id, name, text: delta };
  }
}
