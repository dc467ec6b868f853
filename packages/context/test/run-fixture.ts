import {
  type AssistantBlock,
  type JsonObject,
  type Message,
  type ToolContent,
  text,
  type UserBlock,
} from "@genericagent/core-loop";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { ContextRequest } from "../src/index.js";

export const user = (...content: (string | UserBlock)[]): Message & { role: "user" } => ({
  role: "user",
  content: content.map((block) => (typeof block === "string" ? text(block) : block)),
});

export const assistant = (...content: (string | AssistantBlock)[]): Message & { role: "assistant" } => ({
  role: "assistant",
  content: content.map((block) => (typeof block === "string" ? text(block) : block)),
});

export const call = (id: string, args: JsonObject = {}, name = "code_run"): AssistantBlock => ({
  type: "tool-call",
  id,
  name,
  args,
});

export const result = (callId: string, ...content: (string | ToolContent)[]): UserBlock => ({
  type: "tool-result",
  callId,
  name: "code_run",
  content: content.map((part) => (typeof part === "string" ? text(part) : part)),
});

/** A run of `turns` turns after a first message: the last call's result is the new message. */
export function run(turns: number, output: (turn: number) => string): ContextRequest {
  const messages: Message[] = [user("Please repair the server.")];
  for (let turn = 1; turn <= turns; turn++) {
    messages.push(
      assistant(`<summary>looked at part ${turn}</summary>`, call(`c${turn}`, { script: `look(${turn})` })),
    );
    messages.push(
      user(result(`c${turn}`, output(turn)), `<working_memory>\nturn ${turn}\n</working_memory>`),
    );
  }
  const message = messages.pop() as ContextRequest["message"];
  return { system: "You are an agent.", tools: [], history: messages, message };
}

/** All text of a request, counted by the real tokenizer as it would be sent; images cost nothing here. */
export const realTokens = (
  request: Pick<ContextRequest, "history" | "message"> & { system?: string },
): number =>
  countTokens(request.system ?? "") +
  [...request.history, request.message].reduce((sum, message) => sum + realMessageTokens(message), 0);

function realMessageTokens({ content }: Message): number {
  let tokens = 0;
  for (const block of content) {
    if (block.type === "text") tokens += countTokens(block.text);
    if (block.type === "thinking") tokens += countTokens(block.text) + countTokens(block.signature ?? "");
    if (block.type === "tool-call") tokens += countTokens(block.name + JSON.stringify(block.args));
    if (block.type === "tool-result")
      for (const part of block.content) if (part.type === "text") tokens += countTokens(part.text);
  }
  return tokens;
}

/** Results whose call does not stand before them, and calls (but the last reply's) without a result. */
export function brokenPairs(messages: readonly Message[]): string[] {
  const open = new Set<string>();
  const broken: string[] = [];
  for (const message of messages) {
    if (message.role === "assistant" && open.size > 0)
      broken.push(...[...open].map((id) => `no result: ${id}`));
    if (message.role === "assistant") open.clear();
    for (const block of message.content) {
      if (block.type === "tool-call") open.add(block.id);
      if (block.type === "tool-result" && !open.delete(block.callId)) broken.push(`no call: ${block.callId}`);
    }
  }
  return broken;
}
