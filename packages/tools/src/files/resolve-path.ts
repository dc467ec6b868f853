import { homedir } from "node:os";
import { resolve } from "node:path";
import { ToolRefusal } from "../tool-refusal.js";

/** An absolute path from what the model wrote: relative to `cwd`, `~` is the user's home. */
export function resolvePath(cwd: string, path: string): string {
  if (path.trim() === "") throw new ToolRefusal("The path is empty. Name a file.");
  if (path.includes("\0"))
    throw new ToolRefusal("The path holds a NUL character, which no file name can have.");
  return resolve(cwd, path.replace(/^~(?=$|[\\/])/, homedir()));
}
