/** A parsed JSON object, such as the arguments of a tool call. */
export type JsonObject = Record<string, unknown>;

/** The wire format a session speaks. Opaque provider blocks are only valid on the wire that made them. */
export type Wire = "anthropic" | "openai-chat" | "openai-responses";

export interface TextBlock {
  type: "text";
  text: string;
}

export interface ImageBlock {
  type: "image";
  /** For example `image/png`. */
  mediaType: string;
  /** Base64 without a `data:` prefix. */
  data: string;
}

/** Reasoning the model showed or hid. It is replayed whole, byte for byte, or not at all. */
export interface ThinkingBlock {
  type: "thinking";
  /** Readable reasoning; empty where the provider hides it. */
  text: string;
  /** The wire that made it; other wires never see it. */
  wire: Wire;
  /** The provider that made it, where several speak one wire. */
  provider?: string;
  /** Proof or ciphertext, opaque to everyone but the wire that made it. */
  signature?: string;
  /** The provider hides the text; `signature` holds all there is. */
  redacted?: true;
}

/** What the model asked for. */
export interface ToolCall {
  type: "tool-call";
  /** Unique within the conversation. */
  id: string;
  name: string;
  args: JsonObject;
  /** The raw argument text where it is no JSON object; such a call is answered, never run. */
  invalidArgs?: string;
  /** What a provider attached to the call and wants back byte for byte, on the wire that made it. */
  providerData?: { wire: Wire; provider?: string; data: string };
}

export type ToolContent = TextBlock | ImageBlock;

/** What the model is shown of a call's outcome. */
export interface ToolResult {
  type: "tool-result";
  callId: string;
  /** The tool's name, for wires and readers that want it. */
  name: string;
  content: ToolContent[];
  isError?: true;
}

export type UserBlock = TextBlock | ImageBlock | ToolResult;
export type AssistantBlock = TextBlock | ThinkingBlock | ToolCall;

/** Tool results come first in `content`, in the order of their calls. */
export interface UserMessage {
  role: "user";
  content: UserBlock[];
}

export interface AssistantMessage {
  role: "assistant";
  content: AssistantBlock[];
}

export type Message = UserMessage | AssistantMessage;

export const text = (value: string): TextBlock => ({ type: "text", text: value });

/** A user message from a plain string or from blocks. */
export const userMessage = (input: string | UserBlock[]): UserMessage => ({
  role: "user",
  content: typeof input === "string" ? [text(input)] : input,
});

/** The readable text of a message: its text blocks joined, without thinking, calls and results. */
export const textOf = (message: Message): string =>
  (message.content as { type: string; text?: string }[])
    .filter((block) => block.type === "text")
    .map((block) => block.text)
    .join("");

export const toolCallsOf = (message: AssistantMessage): ToolCall[] =>
  message.content.filter((block) => block.type === "tool-call");
