import type {
  ImageBlock,
  JsonObject,
  ThinkingBlock,
  ToolCall,
  ToolContent,
  Wire,
} from "@genericagent/core-loop";

// What every wire asks of the content it is sent.

/** Every wire wants a tool result to say something. */
export const NO_OUTPUT = "(no output)";

/** Providers refuse blank text. */
export const hasText = (text: string): boolean => text.trim() !== "";

/** Thinking goes back only to the provider that made it. */
export const isReplayable = (block: ThinkingBlock, wire: Wire, provider: string): boolean =>
  block.wire === wire && (block.provider === undefined || block.provider === provider);

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
