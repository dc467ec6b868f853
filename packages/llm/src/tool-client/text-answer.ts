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

  /**
   * The session's reply with its text taken apart: thinking, text, calls. What is of the provider's own kind stays as
   * it is.
   */
  reply(reply: Reply): Reply {
    const pieces = scanReply(textOf(reply.message), this.tools, reply.stopReason === "length");
    const thought = joined(pieces, "thinking");
    const said = joined(pieces, "text");
    const calls = pieces.flatMap((piece) => (piece.type === "call" ? [piece.call] : []));
    const own = reply.message.content;
    const content: AssistantBlock[] = [
      ...own.filter(({ type }) => type === "thinking"),
      ...(thought ? [{ type: "thinking" as const, text: thought, ...this.from }] : []),
      ...(said ? [text(said)] : []),
      ...calls.map((call, index) => toToolCall(call, this.#id(index))),
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

/** All the text of one kind, with a blank line where something else stood between. */
const joined = (pieces: readonly TextPiece[], type: "text" | "thinking"): string =>
  pieces.flatMap((piece) => (piece.type === type ? piece.text.trim() || [] : [])).join("\n\n");

const toToolCall = (call: TextCall, id: string): ToolCall => ({ type: "tool-call", id, ...call });
