import { homedir } from "node:os";
import { resolve } from "node:path";
import type { LoopEvent, ToolCall } from "@genericagent/core-loop";
import { realPathOf } from "@genericagent/tools";
import type { FileImages } from "./file-images.js";
import type { JournalEntry } from "./journal-entry.js";

const CHANGING = new Set(["file_write", "file_patch"]);

/**
 * Looks at the files that calls are about to change. The loop is pulled: between an event and the next one nothing
 * happens, so the image taken at the permission is the one the tool will change.
 */
export class WatchFiles {
  #images: FileImages;
  #cwd: string;
  #call: ToolCall | undefined;
  #path: string | undefined;

  constructor(images: FileImages, cwd: string) {
    this.#images = images;
    this.#cwd = cwd;
  }

  /** What the journal must know before the loop goes on after this event. */
  async entryFor(event: LoopEvent): Promise<JournalEntry | undefined> {
    if (event.type === "tool-start") this.#call = CHANGING.has(event.call.name) ? event.call : undefined;
    if (!this.#call) return undefined;
    if (isPermission(event, this.#call)) return this.#before(this.#call);
    return event.type === "tool-end" ? this.#after(this.#call) : undefined;
  }

  async #before({ id, args }: ToolCall): Promise<JournalEntry | undefined> {
    if (typeof args.path !== "string" || args.path.trim() === "") return undefined;
    this.#path = await realPathOf(resolve(this.#cwd, args.path.replace(/^~(?=$|[\\/])/, homedir())));
    return { type: "file-before", callId: id, image: await this.#images.keep(this.#path) };
  }

  async #after({ id }: ToolCall): Promise<JournalEntry | undefined> {
    const path = this.#path;
    this.#call = undefined;
    this.#path = undefined;
    return path === undefined
      ? undefined
      : { type: "file-after", callId: id, image: await this.#images.look(path) };
  }
}

const isPermission = (event: LoopEvent, call: ToolCall): boolean => {
  if (event.type !== "notice" || event.code !== "permission-decision") return false;
  const { callId, decision } = event.data as { callId: string; decision: string };
  return callId === call.id && decision === "allow";
};
