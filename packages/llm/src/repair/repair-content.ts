import type { ImageBlock, TextBlock, ToolContent } from "@genericagent/core-loop";
import type { Note } from "./repair-change.js";
import { isWellFormed, toWellFormed } from "./well-formed.js";
import { IMAGE_TYPES } from "./wire-limits.js";

/** Any fields, none of them believed. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Undefined where there is nothing to send. */
export function repairText(block: Fields, note: Note): TextBlock | undefined {
  const { text } = block;
  if (typeof text !== "string") return void note("unreadable-block", "dropped a text block without text");
  if (text.trim() === "") return void note("blank-text", "dropped blank text");
  if (isWellFormed(text)) return block as unknown as TextBlock;
  note("broken-character", "replaced half a character in a text");
  return { type: "text", text: toWellFormed(text) };
}

/** An image as base64 of a type that providers read, or a note in its place. */
export function repairImage(block: Fields, note: Note): ToolContent {
  const { data, mediaType } = block;
  const inUrl = typeof data === "string" ? /^data:([\w/+.-]+);base64,/.exec(data) : null;
  if (typeof data === "string" && inUrl && isReadable(inUrl[1], data.slice(inUrl[0].length))) {
    note("image-data", "took the prefix off an image's data");
    return { type: "image", mediaType: inUrl[1]!, data: data.slice(inUrl[0].length) };
  }
  if (isReadable(mediaType, data)) return block as unknown as ImageBlock;
  note("image-left-out", "put a note in the place of an image that no provider reads");
  return { type: "text", text: "[An image that could not be sent]" };
}

const isReadable = (mediaType: unknown, data: unknown): boolean =>
  typeof mediaType === "string" &&
  IMAGE_TYPES.has(mediaType) &&
  typeof data === "string" &&
  data.length > 0 &&
  data.length % 4 === 0 &&
  !/[^A-Za-z0-9+/]/.test(data.slice(0, -2)) &&
  /(?:[A-Za-z0-9+/]{2}|[A-Za-z0-9+/]=|==)$/.test(data);

/** What a tool result shows: text and images, whatever it held. The same array where nothing is wrong. */
export function repairToolContent(content: unknown, note: Note): ToolContent[] {
  if (typeof content === "string" || isFields(content)) {
    note("content-wrapped", "made a list of a result's content");
    return repairToolContent([typeof content === "string" ? { type: "text", text: content } : content], note);
  }
  if (!Array.isArray(content)) {
    note("unreadable-block", "a result had no content");
    return [];
  }
  const repaired: ToolContent[] = [];
  let same = true;
  for (const block of content as unknown[]) {
    const kept = repairToolBlock(block, note);
    if (kept) repaired.push(kept);
    same &&= kept !== undefined && kept === block;
  }
  return same ? (content as ToolContent[]) : repaired;
}

function repairToolBlock(block: unknown, note: Note): ToolContent | undefined {
  if (isFields(block) && block.type === "text") return repairText(block, note);
  if (isFields(block) && block.type === "image") return repairImage(block, note);
  return void note("unreadable-block", "dropped a part of a result that is neither text nor image");
}
