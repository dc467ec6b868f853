import { type ImageBlock, type Message, type TextBlock, text } from "@genericagent/core-loop";
import { imageBytes } from "./image-size.js";
import { type Block, mapContent } from "./map-content.js";
import type { Spilled } from "./spill-large.js";

/** No provider accepts a larger image (Anthropic, "Vision": 5 MB each; others allow less or more). */
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** Replaces images by a note that says how large they were. `undefined` where none is left out. */
export function leaveOutImages<M extends Message>(
  message: M,
  isLeftOut: (image: ImageBlock) => boolean,
  onSpill: (spilled: Spilled) => void,
): M | undefined {
  const replace = <B extends Block>(block: B): B | TextBlock => {
    if (block.type !== "image" || !isLeftOut(block)) return block;
    onSpill({ kind: "image", chars: block.data.length });
    const megabytes = (imageBytes(block.data) / 1024 / 1024).toFixed(1);
    return text(
      `[An image (${block.mediaType}, ${megabytes} MB) was left out: too large. Make it smaller to see it.]`,
    );
  };
  return mapContent(message, (block): Block => {
    if (block.type !== "tool-result") return replace(block);
    const content = block.content.map((part) => replace(part));
    return content.every((part, index) => part === block.content[index]) ? block : { ...block, content };
  });
}

export const isOversized = (image: ImageBlock): boolean => imageBytes(image.data) > MAX_IMAGE_BYTES;
