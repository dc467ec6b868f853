import { ToolRefusal } from "../tool-refusal.js";
import type { FileVersion } from "./file-version.js";
import { showPath } from "./show-path.js";
import type { TextCodec } from "./text-codec.js";

interface SeenFile {
  version: FileVersion;
  codec: TextCodec | undefined;
}

/** What a run has seen of each file, by its real path, so that nobody else's change is written over. */
export class SeenFiles {
  readonly #files = new Map<string, SeenFile>();

  remember(path: string, version: FileVersion, codec?: TextCodec): void {
    this.#files.set(path, { version, codec });
  }

  /** The encoding in which the file was last shown. */
  codecOf(path: string): TextCodec | undefined {
    return this.#files.get(path)?.codec;
  }

  /** @throws ToolRefusal when the run has read the file and it has changed since then */
  requireCurrent(path: string, version: FileVersion, action: string): void {
    const seen = this.#files.get(path);
    if (seen && seen.version !== version)
      throw new ToolRefusal(
        `Cannot ${action} ${showPath(path)}: it has changed since you read it, by a command or by someone else. Nothing was changed. Read it again first.`,
      );
  }
}
