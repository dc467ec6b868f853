import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { TaskInput } from "@genericagent/agent";

const IMAGE = /\.(png|jpe?g|gif|webp)$/i;
/** `@path`, or `@"a path with blanks"`. */
const MENTIONS = /(?:^|\s)@(?:"([^"\n]+)"|([^\s"]+))/g;

/** The task with the images that it names as `@path`. */
export function withMentionedImages(text: string, cwd: string): TaskInput {
  const paths = [...text.matchAll(MENTIONS)].map(([, quoted, bare]) => resolve(cwd, quoted ?? bare!));
  const images = paths.filter((path) => IMAGE.test(path) && existsSync(path));
  return images.length > 0 ? { text, images } : text;
}

/** A pasted or dropped path of an image, as a mention of it; any other text as it is. */
export function pastedImage(text: string, cwd: string): string {
  const path = plainPath(text.trim());
  if (path.includes("\n") || !IMAGE.test(path) || !existsSync(resolve(cwd, path))) return text;
  return /\s/.test(path) ? `@"${path}" ` : `@${path} `;
}

/** Terminals quote a dropped path, escape its blanks, or give it as a URL. */
function plainPath(dropped: string): string {
  const path = dropped.replace(/^(["'])(.*)\1$/, "$2");
  if (path.startsWith("file://"))
    try {
      return fileURLToPath(path);
    } catch {
      return dropped; // a URL of another host
    }
  return path.replaceAll("\\ ", " ");
}
