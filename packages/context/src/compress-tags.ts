import {
  type Message,
  type ThinkingBlock,
  type ToolContent,
  type ToolResult,
  text,
} from "@genericagent/core-loop";
import { ANCHOR_END, ANCHOR_START } from "./anchor-prompt.js";
import { compressCall } from "./compress-call.js";
import { type Block, mapContent } from "./map-content.js";
import { truncateMiddle } from "./truncate-middle.js";

export interface CompressOptions {
  /** The newest messages, which are not touched. Default 10 (GenericAgent report, table 1). */
  exempt?: number;
  /** What an old thinking, call or result keeps, in characters. Default 800 (GenericAgent report, table 1). */
  windowChars?: number;
  /** Copies of the working memory become placeholders in exempt messages too: a newer one repeats them. Default true. */
  allAnchors?: boolean;
  /** Whether the message that is sent next brings a newer working memory. If not, the newest here stays. Default true. */
  anchorFollows?: boolean;
}

export const EXEMPT_MESSAGES = 10;
const WINDOW_CHARS = 800;

/**
 * Stage 2: shortens what is old by kind: copies of the working memory become placeholders; thinking, calls and
 * results keep a window of head and tail; images of results become a note. Words of the user and answers of the
 * model stay. Messages that need no change come back as the same objects, and so does the array.
 */
export function compressTags(history: readonly Message[], options: CompressOptions = {}): readonly Message[] {
  const { exempt = EXEMPT_MESSAGES, windowChars = WINDOW_CHARS, allAnchors = true } = options;
  const newestAnchor = options.anchorFollows === false ? history.findLastIndex(hasAnchor) : -1;
  const firstExempt = Math.max(0, history.length - exempt);
  let changed = false;
  const result = history.map((message, index) => {
    const isExempt = index >= firstExempt;
    if (isExempt && !allAnchors) return message;
    const shorter = mapContent(message, (block) => {
      if (isAnchor(block, message)) return index === newestAnchor ? block : OLD_ANCHOR;
      return isExempt ? block : compressBlock(block, windowChars);
    });
    if (!shorter) return message;
    changed = true;
    return shorter.content.length > 0 ? shorter : ({ ...message, content: [text("(thinking)")] } as Message);
  });
  return changed ? result : history;
}

/** What stands for a working memory that a newer message repeats. */
const OLD_ANCHOR = text(`${ANCHOR_START}see the newest message${ANCHOR_END}`);

/** A working memory that says more than its placeholder. */
const isAnchor = (block: Block, { role }: Message): boolean =>
  role === "user" &&
  block.type === "text" &&
  block.text.startsWith(ANCHOR_START) &&
  block.text.length > OLD_ANCHOR.text.length;

export const hasAnchor = (message: Message): boolean =>
  message.content.some((block) => isAnchor(block, message));

function compressBlock(block: Block, windowChars: number): Block | undefined {
  if (block.type === "thinking") return compressThinking(block, windowChars);
  if (block.type === "tool-call") return compressCall(block, windowChars);
  return block.type === "tool-result" ? compressResult(block, windowChars) : block;
}

/** Thinking that carries a proof is whole or gone: a cut text no longer matches its signature. */
function compressThinking(block: ThinkingBlock, windowChars: number): ThinkingBlock | undefined {
  const chars = block.text.length + (block.signature?.length ?? 0);
  if (chars <= windowChars) return block;
  if (block.signature !== undefined || block.redacted) return undefined;
  return { ...block, text: truncateMiddle(block.text, windowChars) };
}

/** The window is shared by the text blocks of the result; an image is a note of a few words. */
function compressResult(block: ToolResult, windowChars: number): ToolResult {
  const texts = block.content.filter((part) => part.type === "text");
  const chars = texts.reduce((sum, part) => sum + part.text.length, 0);
  if (chars <= windowChars && texts.length === block.content.length) return block;
  const share = chars <= windowChars ? windowChars : Math.floor(windowChars / texts.length);
  const content = block.content.map((part): ToolContent => {
    if (part.type === "image") return IMAGE_NOTE;
    return part.text.length > share ? { ...part, text: truncateMiddle(part.text, share) } : part;
  });
  return { ...block, content };
}

const IMAGE_NOTE = text("[image left out]");
