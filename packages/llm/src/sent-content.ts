import type {
  ImageBlock,
  JsonObject,
  Message,
  ThinkingBlock,
  ToolCall,
  ToolContent,
  UserBlock,
  Wire,
} from "@genericagent/core-loop";
import type { BodyOptions } from "./session.js";

// What every wire asks of the content it is sent.

/** Every wire wants a tool result to say something. */
export const NO_OUTPUT = "(no output)";

/** Providers refuse blank text. */
export const hasText = (text: string): boolean => text.trim() !== "";

/** What is opaque goes back only to the provider that made it. */
export const isReplayable = (
  made: Pick<ThinkingBlock, "wire" | "provider">,
  wire: Wire,
  provider: string,
): boolean => made.wire === wire && (made.provider === undefined || made.provider === provider);

/** Enough of a broken call for the model to see what it wrote. */
const MAX_INVALID_CHARS = 500;

/** A call's arguments as a JSON object, also where the model wrote none. */
export const sentArgs = ({ args, invalidArgs }: ToolCall): JsonObject =>
  invalidArgs === undefined ? args : { invalid_arguments: headOf(invalidArgs) };

/** Not cut inside a character: half of one makes a provider refuse the request. */
const headOf = (text: string): string => text.slice(0, MAX_INVALID_CHARS).replace(/[\ud800-\udbff]$/, "");

/** The text of blocks as one string, for wires that want a string. */
export const sentText = (content: readonly ToolContent[]): string =>
  content.flatMap((block) => (block.type === "text" && hasText(block.text) ? [block.text] : [])).join("\n\n");

export const dataUrl = ({ mediaType, data }: ImageBlock): string => `data:${mediaType};base64,${data}`;

const NO_IMAGE = "(An image was here. It is not sent, because this model reads text only.)";

/** The messages without images, where the model cannot read any. */
export function sentMessages(messages: readonly Message[], { quirks }: BodyOptions): readonly Message[] {
  if (quirks?.images !== false) return messages;
  return messages.map((message) =>
    message.role === "user" ? { ...message, content: message.content.map(withoutImages) } : message,
  );
}

function withoutImages(block: UserBlock): UserBlock {
  if (block.type === "image") return { type: "text", text: NO_IMAGE };
  if (block.type === "tool-result")
    return { ...block, content: block.content.map((part) => withoutImages(part) as ToolContent) };
  return block;
}
