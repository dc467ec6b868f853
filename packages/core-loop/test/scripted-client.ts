import type { ChatClient, ChatEvent, ChatRequest, Reply, StopReason, ToolCall } from "../src/index.js";
import { emptyUsage } from "../src/index.js";

type Step = Reply | ((request: ChatRequest) => AsyncGenerator<ChatEvent, Reply, void>);

/** Plays replies in order, streams their text in two halves and keeps every request it was shown. */
export class ScriptedClient implements ChatClient {
  readonly requests: ChatRequest[] = [];
  #steps: Step[];

  constructor(...steps: Step[]) {
    this.#steps = steps;
  }

  get left(): number {
    return this.#steps.length;
  }

  async *chat(request: ChatRequest): AsyncGenerator<ChatEvent, Reply, void> {
    this.requests.push(request);
    const step = this.#steps.shift();
    if (!step) throw new Error("one model call too many");
    if (typeof step === "function") return yield* step(request);
    for (const block of step.message.content)
      if (block.type === "text" && block.text) {
        const half = Math.ceil(block.text.length / 2);
        yield { type: "text-delta", text: block.text.slice(0, half) };
        yield { type: "text-delta", text: block.text.slice(half) };
      }
    return step;
  }
}

export const say = (value: string, stopReason: StopReason = "end-turn"): Reply => ({
  message: { role: "assistant", content: value ? [{ type: "text", text: value }] : [] },
  stopReason,
  usage: { ...emptyUsage(), inputTokens: 10, outputTokens: 2 },
});

export const call = (name: string, args: ToolCall["args"] = {}, id = name): ToolCall => ({
  type: "tool-call",
  id,
  name,
  args,
});

export const callTools = (...calls: ToolCall[]): Reply => ({
  message: { role: "assistant", content: calls },
  stopReason: "tool-calls",
  usage: { ...emptyUsage(), inputTokens: 10, outputTokens: 2 },
});
