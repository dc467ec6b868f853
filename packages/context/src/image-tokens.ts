import type { ImageBlock } from "@genericagent/core-loop";
import { type ImageSize, imageSize } from "./image-size.js";

/** Whose published formula counts an image; `largest` takes the larger of both, for models of other makers. */
export type ImageRules = "anthropic" | "openai" | "largest";

/** The tokens of an image by the published formulas; the most an image can cost where its header is unreadable. */
export function imageTokens(image: ImageBlock, rules: ImageRules = "largest"): number {
  const size = imageSize(image.data) ?? LARGEST;
  if (rules === "anthropic") return anthropicTokens(size);
  if (rules === "openai") return openaiTokens(size);
  return Math.max(anthropicTokens(size), openaiTokens(size));
}

/** Both makers scale larger images down to less than this. */
const LARGEST: ImageSize = { width: 2_048, height: 2_048 };

/** Anthropic, "Vision": w · h / 750 after scaling to a long edge of 1 568 pixels and at most about 1 600 tokens. */
function anthropicTokens({ width, height }: ImageSize): number {
  const scale = Math.min(1, 1_568 / Math.max(width, height));
  return Math.min(1_600, Math.ceil((width * scale * height * scale) / 750));
}

/** OpenAI, "Images and vision", high detail: into 2 048², short side 768, then 85 + 170 for each tile of 512². */
function openaiTokens({ width, height }: ImageSize): number {
  const into = Math.min(1, 2_048 / Math.max(width, height));
  const down = Math.min(1, 768 / (Math.min(width, height) * into));
  const tiles = (side: number): number => Math.max(1, Math.ceil((side * into * down) / 512));
  return 85 + 170 * tiles(width) * tiles(height);
}
