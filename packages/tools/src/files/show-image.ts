import { readFile } from "node:fs/promises";
import { imageSize } from "@genericagent/context";
import { type ToolContent, text } from "@genericagent/core-loop";
import { ToolRefusal } from "../tool-refusal.js";
import { showPath } from "./show-path.js";

/** What every provider takes: 5 MB as base64, and no side longer than 8 000 pixels. */
const MAX_BYTES = 3_750_000;
const MAX_SIDE = 8_000;

const MEDIA_TYPES: Record<string, string> = {
  "a PNG image": "image/png",
  "a JPEG image": "image/jpeg",
  "a GIF image": "image/gif",
  "a WebP image": "image/webp",
};

/** The media type of an image that models can see. */
export const mediaTypeOf = (kind: string | undefined): string | undefined =>
  kind === undefined ? undefined : MEDIA_TYPES[kind];

/** An image as the model sees it, after a line that says what it is. */
export async function showImage(path: string, mediaType: string, size: number): Promise<ToolContent[]> {
  const advice = "Scale it down with code_run and read the copy";
  if (size > MAX_BYTES)
    throw new ToolRefusal(
      `Cannot show ${showPath(path)}: the image has ${size} bytes, ${MAX_BYTES} are the most. ${advice}.`,
    );
  const data = (await readFile(path)).toString("base64");
  const sides = imageSize(data);
  if (!sides)
    throw new ToolRefusal(`Cannot show ${showPath(path)}: it begins like ${mediaType}, but is damaged.`);
  if (Math.max(sides.width, sides.height) > MAX_SIDE)
    throw new ToolRefusal(
      `Cannot show ${showPath(path)}: the image is ${sides.width}x${sides.height} pixels, ${MAX_SIDE} a side are the most. ${advice}.`,
    );
  return [
    text(`[${mediaType}, ${sides.width}x${sides.height} pixels, ${size} bytes]`),
    { type: "image", mediaType, data },
  ];
}
