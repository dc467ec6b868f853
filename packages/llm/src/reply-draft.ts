import {
  type AssistantBlock,
  emptyUsage,
  type Reply,
  type StopReason,
  type TextBlock,
  type ThinkingBlock,
  type ToolCall,
  type Usage,
} from "@genericagent/core-loop";
import { asObject, parseJson } from "./loose-json.js";

/** A call whose arguments are still arriving. */
export interface DraftCall {
  type: "tool-call";
  id: string;
  name: string;
  json: string;
  providerData?: ToolCall["providerData"];
}

export type DraftBlock = TextBlock | ThinkingBlock | DraftCall;

/** The answer as it grows, in the order in which its blocks began. */
export class ReplyDraft {
  readonly blocks: DraftBlock[] = [];
  usage: Usage = emptyUsage();

  add<T extends DraftBlock>(block: T): T {
    this.blocks.push(block);
    return block;
  }

  /** The last block if it is text, else a new text block. */
  text(): TextBlock {
    const last = this.blocks.at(-1);
    return last?.type === "text" ? last : this.add({ type: "text", text: "" });
  }

  /** A new call under the server's id, or under one of ours where it gave none or gave it twice. */
  call(id: string, name: string): DraftCall {
    const taken = this.blocks.some((block) => block.type === "tool-call" && block.id === id);
    const unique =
      id && !taken ? id : `call_${globalThis.crypto.randomUUID().replaceAll("-", "").slice(0, 24)}`;
    return this.add({ type: "tool-call", id: unique, name, json: "" });
  }

  reply(stopReason: StopReason, model: string): Reply {
    const last = this.blocks.at(-1);
    const content = this.blocks
      .map((block) =>
        block.type === "tool-call" ? toCall(block, stopReason === "length" && block === last) : block,
      )
      .filter(hasContent);
    const called = content.some((block) => block.type === "tool-call");
    const reason = called && stopReason === "end-turn" ? "tool-calls" : stopReason;
    return {
      message: { role: "assistant", content },
      stopReason: reason === "tool-calls" && !called ? "end-turn" : reason,
      usage: this.usage,
      model,
    };
  }
}

/** No argument text means no arguments, unless the output limit cut the call off before they began. */
function toCall({ id, name, json, providerData }: DraftCall, cut: boolean): ToolCall {
  const call: ToolCall = { type: "tool-call", id, name, args: {}, ...(providerData && { providerData }) };
  const blank = json.trim() === "";
  if (blank && !cut) return call;
  const args = blank ? undefined : parseJson(json);
  if (args === null) return call;
  if (typeof args !== "object" || Array.isArray(args)) return { ...call, invalidArgs: json };
  return { ...call, args: asObject(args) };
}

const hasContent = (block: AssistantBlock): boolean =>
  block.type === "tool-call" || block.text !== "" || (block.type === "thinking" && !!block.signature);
