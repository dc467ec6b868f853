import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { errorMessage } from "@genericagent/core-loop";
import { DeviceError } from "../device-error.js";
import { type KnownNode, NodeIds } from "./node-ids.js";

interface StoredView {
  ids: [number, KnownNode][];
  lines: string[];
}

/** The last view of one device, so that its ids also work in the next process. */
export class ViewStore {
  readonly #path: string;
  readonly #dir: string;
  ids = new NodeIds();
  /** The lines of the last view. */
  lines: string[] = [];

  private constructor(dir: string, path: string) {
    this.#dir = dir;
    this.#path = path;
  }

  /** @param device distinguishes displays and phones. */
  static async open(device: string, dir = defaultDir()): Promise<ViewStore> {
    const store = new ViewStore(dir, join(dir, `${device.replace(/[^\w.-]+/g, "_")}.json`));
    const stored = await readFile(store.#path, "utf8").then(parse, () => undefined);
    if (stored) {
      store.ids = new NodeIds(stored.ids);
      store.lines = stored.lines;
    }
    return store;
  }

  async save(lines: string[]): Promise<void> {
    this.lines = lines;
    const temporary = `${this.#path}.${randomBytes(4).toString("hex")}.tmp`;
    try {
      await mkdir(this.#dir, { recursive: true, mode: 0o700 });
      await writeFile(temporary, JSON.stringify({ ids: this.ids.entries(), lines } satisfies StoredView), {
        mode: 0o600,
      });
      await rename(temporary, this.#path);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw new DeviceError(
        "invalid-options",
        `The ids of the view could not be kept in ${this.#dir}: ${errorMessage(error)}. Name another folder (GA_HOME, or \`stateDir\`).`,
        error,
      );
    }
  }
}

const defaultDir = (): string => join(tmpdir(), `genericagent-device-${userInfo().username}`);

/** What is damaged is as good as not there: the next view writes it anew. */
function parse(text: string): StoredView | undefined {
  try {
    const { ids, lines } = JSON.parse(text) as Partial<StoredView>;
    return Array.isArray(ids) && Array.isArray(lines) ? { ids, lines } : undefined;
  } catch {
    return undefined;
  }
}
