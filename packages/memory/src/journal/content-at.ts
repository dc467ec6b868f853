import { versionOf } from "../content-version.js";
import type { Blobs } from "./blobs.js";
import type { ChangeEntry, FileChange } from "./change-entry.js";
import { applyPatch } from "./text-patch.js";

/** A content; `undefined` is no file; `"lost"` is what the journal cannot bring back. */
export type KeptContent = Buffer | undefined | "lost";

/** Plays changes forward, so that each state of each file can be had again. */
export class Replay {
  readonly #contents = new Map<string, KeptContent>();
  readonly #blobs: Blobs;

  constructor(blobs: Blobs) {
    this.#blobs = blobs;
  }

  async apply(entry: ChangeEntry): Promise<void> {
    for (const file of entry.files)
      this.#contents.set(file.path, await contentAfter(file, this.at(file.path), this.#blobs));
  }

  at = (path: string): KeptContent => this.#contents.get(path);

  /** Paths of all files that there are. */
  paths = (): string[] =>
    [...this.#contents].filter(([, content]) => content !== undefined).map(([path]) => path);
}

/** What a change leaves of a file; `"lost"` unless it is exactly what the change says. */
export async function contentAfter(
  change: FileChange,
  before: KeptContent,
  blobs: Blobs,
): Promise<KeptContent> {
  if (change.to === null) return undefined;
  const content = change.blob ? await blobs.get(change.to) : patched(change, before);
  return content && versionOf(content) === change.to ? content : "lost";
}

function patched({ patch }: FileChange, before: KeptContent): Buffer | undefined {
  if (!patch || before === "lost") return undefined;
  const text = applyPatch(before?.toString("utf8") ?? "", patch);
  return text === undefined ? undefined : Buffer.from(text);
}

/** The files as they were after change `n`; 0 is before all changes. */
export async function stateAt(entries: readonly ChangeEntry[], n: number, blobs: Blobs): Promise<Replay> {
  const replay = new Replay(blobs);
  for (const entry of entries) if (entry.n <= n) await replay.apply(entry);
  return replay;
}
