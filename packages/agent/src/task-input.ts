import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { type ImageBlock, text, type UserBlock } from "@genericagent/core-loop";
import { AgentError } from "./agent-error.js";

/** A task: its words, or its words with images, or blocks as they are. */
export type TaskInput = string | UserBlock[] | { text: string; images?: readonly (string | ImageBlock)[] };

/** What every provider takes: 5 MB as base64. */
const MAX_IMAGE_BYTES = 3_750_000;

/** First bytes of the images that models can see, hex. */
const MAGIC: readonly (readonly [hex: string, offset: number, mediaType: string])[] = [
  ["89504e470d0a1a0a", 0, "image/png"],
  ["ffd8ff", 0, "image/jpeg"],
  ["47494638", 0, "image/gif"],
  ["57454250", 8, "image/webp"],
];

/** The blocks of a task; images that are paths are read, relative to `cwd`. */
export async function taskBlocks(task: TaskInput, cwd: string): Promise<UserBlock[]> {
  if (typeof task === "string") return [text(task)];
  if (Array.isArray(task)) return task;
  const images = await Promise.all(
    (task.images ?? []).map((image) => (typeof image === "string" ? readImage(resolve(cwd, image)) : image)),
  );
  return [text(task.text), ...images];
}

/** The words of a task, for its title. */
export const taskText = (task: TaskInput): string =>
  typeof task === "string"
    ? task
    : Array.isArray(task)
      ? task.map((block) => (block.type === "text" ? block.text : "")).join(" ")
      : task.text;

/** @throws AgentError `unreadable-image` for what is missing, too large or no image that models can see. */
export async function readImage(path: string): Promise<ImageBlock> {
  const refuse = (why: string, cause?: unknown) =>
    new AgentError("unreadable-image", `Cannot show the image ${path}: ${why}.`, cause);
  const stats = await stat(path).catch((error: Error) => {
    throw refuse(error.message, error);
  });
  if (!stats.isFile()) throw refuse("it is no file");
  if (stats.size > MAX_IMAGE_BYTES)
    throw refuse(`it has ${stats.size} bytes, ${MAX_IMAGE_BYTES} are the most. Scale it down`);
  const bytes = await readFile(path);
  const mediaType = mediaTypeOf(bytes);
  if (!mediaType) throw refuse("it is no PNG, JPEG, GIF or WebP");
  return { type: "image", mediaType, data: bytes.toString("base64") };
}

const mediaTypeOf = (bytes: Buffer): string | undefined =>
  MAGIC.find(([hex, offset]) =>
    bytes.subarray(offset, offset + hex.length / 2).equals(Buffer.from(hex, "hex")),
  )?.[2];
