import {
  type AssistantBlock,
  type ChatEvent,
  type Reply,
  type ToolCall,
  type ToolSpec,
  text,
  textOf,
} from "@genericagent/core-loop";
import { ReplyScanner, scanReply } from "./reply-scanner.js";
import type { TextCall, TextPiece } from "./scan-region.js";

/** One answer in the text protocol: its events as they arrive, and its reply. */
export class TextAnswer {
  readonly #idPrefix = `call_${globalThis.crypto.randomUUID().replaceAll("-", "").slice(0, 20)}`;
  #scanner: ReplyScanner;
  #calls = 0;

  constructor(
    private readonly tools: readonly ToolSpec[],
    private readonly from: Pick<Extract<AssistantBlock, { type: "thinking" }>, "wire" | "provider">,
  ) {
    this.#scanner = new ReplyScanner(tools);
  }

  /** What is shown for an event of the session. */
  see(event: ChatEvent): ChatEvent[] {
    if (event.type === "text-delta") return this.#show(this.#scanner.push(event.text));
    if (event.type === "void") {
      this.#scanner = new ReplyScanner(this.tools);
      this.#calls = 0;
    }
    return [event];
  }

  end({ stopReason }: Reply): ChatEvent[] {
    return this.#show(this.#scanner.end(stopReason === "length"));
  }

  /** The session's reply with its text taken apart. Thinking and calls of the provider's own kind stay as they are. */
  reply(reply: Reply): Reply {
    const pieces = scanReply(textOf(reply.message), this.tools, reply.stopReason === "length");
    let calls = 0;
    const read = pieces.flatMap((piece): AssistantBlock[] => {
      if (piece.type === "call") return [toToolCall(piece.call, this.#id(calls++))];
      if (piece.type === "made-up" || piece.text.trim() === "") return [];
      return [
        piece.type === "text" ? text(piece.text.trim()) : { ...piece, text: piece.text.trim(), ...this.from },
      ];
    });
    const own = reply.message.content;
    const content = [
      ...own.filter(({ type }) => type === "thinking"),
      ...read,
      ...own.filter(({ type }) => type === "tool-call"),
    ];
    const called = content.some(({ type }) => type === "tool-call");
    const stopReason = called && reply.stopReason !== "length" ? "tool-calls" : reply.stopReason;
    return { ...reply, message: { role: "assistant", content }, stopReason };
  }

  #show(pieces: readonly TextPiece[]): ChatEvent[] {
    return pieces.flatMap((piece): ChatEvent[] => {
      if (piece.type === "text") return [{ type: "text-delta", text: piece.text }];
      if (piece.type === "thinking") return [{ type: "thinking-delta", text: piece.text }];
      if (piece.type === "made-up") return [MADE_UP];
      const { id, name, args, invalidArgs } = toToolCall(piece.call, this.#id(this.#calls++));
      return [{ type: "tool-call-delta", id, name, text: invalidArgs ?? JSON.stringify(args) }];
    });
  }

  #id(index: number): string {
    return `${this.#idPrefix}_${index + 1}`;
  }
}

const MADE_UP: ChatEvent = {
  type: "notice",
  code: "made-up-result",
  message: "The model went on to write a tool's result itself. That part of its reply is left out.",
};

const toToolCall = (call: TextCall, id: string): ToolCall => ({ type: "tool-call", id, ...call });
