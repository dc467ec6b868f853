import { type Message, type TextBlock, text } from "@genericagent/core-loop";
import { ANCHOR_START } from "./anchor-prompt.js";
import { compressCall } from "./compress-call.js";
import { EARLIER_START } from "./earlier-turns.js";
import { type Block, mapContent } from "./map-content.js";
import { truncateMiddle } from "./truncate-middle.js";

/**
 * Keeps a text where the model can read it on with `file_read`, and returns the path for the pointer. The name is
 * made from the content alone, so the same text is the same file. `undefined`: it could not be kept, and the text
 * is cut without a pointer.
 */
export type Spill = (name: string, text: string) => string | undefined;

/** What left the request. */
export interface Spilled {
  kind: "result" | "user" | "assistant" | "call" | "anchor" | "image";
  chars: number;
  /** Where the whole text is; absent without a `Spill`, and for what no file can give back. */
  path?: string;
}

export interface SpillOptions {
  /** Whether a text is too large to stay. */
  isLarge(text: string): boolean;
  /** What a large text keeps of its head and tail, in characters. */
  keepChars: number;
  spill?: Spill | undefined;
  onSpill(spilled: Spilled): void;
}

/**
 * Cuts the large texts of a message to head and tail and puts the whole text where the model can read it. Calls
 * and the working memory are cut without a file; thinking is never touched. `undefined` where nothing is large.
 */
export function spillLarge<M extends Message>(message: M, options: SpillOptions): M | undefined {
  return mapContent(message, (block): Block => {
    if (block.type === "text") return spillText(block, kindOf(block, message), options);
    if (block.type === "tool-call") return cutCall(block, options);
    if (block.type !== "tool-result") return block;
    const content = block.content.map((part) =>
      part.type === "text" ? spillText(part, "result", options) : part,
    );
    return content.every((part, index) => part === block.content[index]) ? block : { ...block, content };
  });
}

function spillText(block: TextBlock, kind: Spilled["kind"], options: SpillOptions): TextBlock {
  const { isLarge, keepChars, spill, onSpill } = options;
  if (block.text.startsWith(EARLIER_START) || !isLarge(block.text)) return block;
  if (kind === "anchor") {
    onSpill({ kind, chars: block.text.length });
    return text(truncateMiddle(block.text, keepChars));
  }
  // A text that was spilled before keeps the pointer to its whole.
  const known = POINTER.exec(block.text);
  const body = known ? block.text.slice(0, known.index) : block.text;
  const path = known ? undefined : spill?.(`${kind}-${contentHash(body)}.txt`, body);
  const pointer = known?.[0] ?? (path ? `\n[Whole text, ${body.length} characters: file_read ${path}]` : "");
  onSpill({ kind, chars: body.length, ...(path ? { path } : {}) });
  return text(truncateMiddle(body, keepChars) + pointer);
}

const POINTER = /\n\[Whole text, \d+ characters: file_read [^\n]*\]$/;

function cutCall(call: Block & { type: "tool-call" }, { isLarge, keepChars, onSpill }: SpillOptions): Block {
  const raw = call.invalidArgs ?? JSON.stringify(call.args);
  if (!isLarge(raw)) return call;
  const shorter = compressCall(call, keepChars);
  if (shorter !== call) onSpill({ kind: "call", chars: raw.length });
  return shorter;
}

const kindOf = (block: TextBlock, { role }: Message): "assistant" | "anchor" | "user" =>
  role === "assistant" ? "assistant" : block.text.startsWith(ANCHOR_START) ? "anchor" : "user";

/** FNV-1a over two seeds, 64 bits in hex: a name for a file, no proof of anything. */
function contentHash(text: string): string {
  let [a, b] = [0x811c9dc5, 0x01000193];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
