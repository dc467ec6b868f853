import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { TaskInput } from "@genericagent/agent";

const IMAGE = /\.(png|jpe?g|gif|webp)$/i;

/** The task with the images that it names as `@path`. */
export function withMentionedImages(text: string, cwd: string): TaskInput {
  const paths = [...text.matchAll(/(?:^|\s)@(\S+)/g)].map(([, path]) => resolve(cwd, path!));
  const images = paths.filter((path) => IMAGE.test(path) && existsSync(path));
  return images.length > 0 ? { text, images } : text;
}

/** A pasted or dropped path of an image, as a mention of it; any other text as it is. */
export function pastedImage(text: string, cwd: string): string {
  const path = text
    .trim()
    .replace(/^(["'])(.*)\1$/, "$2")
    .replace(/^file:\/\//, "")
    .replaceAll("\\ ", " ");
  if (path.includes("\n") || !IMAGE.test(path) || !existsSync(resolve(cwd, path))) return text;
  return /\s/.test(path) ? text : `@${path} `;
}
