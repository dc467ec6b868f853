import { adoptOutside } from "./adopt-outside.js";
import { noteOf } from "./change-note.js";
import { versionOf } from "./content-version.js";
import { sectionsOf, withFact } from "./facts.js";
import type { FolderCopy } from "./folder/folder-copy.js";
import { memoryFiles } from "./folder/memory-files.js";
import { placeOf } from "./folder/memory-path.js";
import { judgeChange } from "./guard/judge-change.js";
import type { GuardPorts, JudgedFile } from "./guard/judged-file.js";
import { type Claim, newClaims } from "./guard/new-claims.js";
import { guardFolder } from "./guard-folder.js";
import { describeIndex } from "./insight/describe-index.js";
import { insightWrites } from "./insight/insight-writes.js";
import { namesFor } from "./insight/names-for.js";
import { pointerNames } from "./insight/pointer-names.js";
import { Usage } from "./insight/usage.js";
import { textProven } from "./journal/text-proven.js";
import { FILES, layerOf } from "./layers.js";
import type { MemoryChange, MemoryDoor, MemoryFile, Receipt } from "./memory-door.js";
import { MemoryError } from "./memory-error.js";
import type { Commit, FileWrite, MemoryStore } from "./memory-store.js";
import { type OutsideChange, outsideChanges } from "./outside-changes.js";
import { revertOutside } from "./revert-outside.js";
import { textOfBytes } from "./text-of-bytes.js";

export interface NewFact {
  /** Name in `## [NAME]`. */
  section: string;
  text: string;
  receipts?: readonly Receipt[];
  by: string;
  approved?: boolean;
}

/** An open memory folder: the door, the index and what they rest on. Made by `openMemory`. */
export class Memory implements MemoryDoor {
  readonly dir: string;
  readonly store: MemoryStore;
  readonly #ports: GuardPorts;
  readonly #usage: Usage;
  #copy: FolderCopy | undefined;

  constructor(store: MemoryStore, ports: GuardPorts) {
    this.dir = store.dir;
    this.store = store;
    this.#ports = ports;
    this.#usage = new Usage(store.ownDir);
  }

  async read(path: string): Promise<MemoryFile | undefined> {
    await placeOf(this.dir, path);
    const bytes = await this.store.bytes(path);
    return bytes && { path, text: requireText(path, bytes), version: versionOf(bytes) };
  }

  async list(below = ""): Promise<string[]> {
    const files = await memoryFiles(this.dir, below);
    return files.map(({ path }) => path).sort();
  }

  async write(change: MemoryChange): Promise<MemoryFile | undefined> {
    return (await this.writeAll([change]))[0];
  }

  writeAll(changes: readonly MemoryChange[]): Promise<(MemoryFile | undefined)[]> {
    return this.store.alone(async (commit) => {
      const files = await Promise.all(changes.map((change) => this.#open(change)));
      await this.#judgeAndCommit(commit, files);
      return files.map(({ path, after }) =>
        after === undefined ? undefined : { path, text: after, version: versionOf(after) },
      );
    });
  }

  /** Adds one entry to L2, whatever others write at the same time. */
  addFact({ section, text, ...rest }: NewFact): Promise<void> {
    return this.store.alone(async (commit) => {
      const bytes = await this.store.bytes(FILES.facts);
      const before = bytes && requireText(FILES.facts, bytes);
      const after = withFact(before ?? "", section.trim(), text.trim());
      const change = { path: FILES.facts, text: after, ...rest };
      await this.#judgeAndCommit(commit, [{ path: FILES.facts, layer: "L2", before, after, change }]);
    });
  }

  /** What a change would say that is not said yet, and so needs a receipt. */
  async newClaims(path: string, before: string, after: string): Promise<Claim[]> {
    const layer = layerOf(path);
    return newClaims(layer, before, after, layer === "L1" ? await namesFor(this.store) : []);
  }

  /** Why a receipt proves nothing now; `undefined` where it proves, or where nobody can say. */
  async problemWithReceipt(receipt: Receipt): Promise<string | undefined> {
    return this.#ports.verifyReceipt?.(receipt);
  }

  noteUse(...names: string[]): Promise<void> {
    return this.store.alone(() => this.#usage.add(names));
  }

  /** The same for the file at a path, when L1 points to it. */
  async notePathUse(path: string): Promise<void> {
    const skill = /^skills\/([^/]+)\//.exec(path)?.[1];
    const names = skill ? [skill] : pointerNames([path]);
    if (names.length > 0) await this.noteUse(...names);
  }

  /** What stands in the prompt: where the memory is, that it has rules, and L1. */
  async promptIndex(): Promise<string> {
    const insight = await this.store.bytes(FILES.insight);
    return describeIndex(this.dir, (insight && textOfBytes(insight)) ?? "");
  }

  /** Writes L1 anew from what L2 and L3 hold now; `true` when that changed it. */
  syncIndex(by: string): Promise<boolean> {
    return this.store.alone(async (commit) => {
      const writes = await insightWrites(this.store, this.#usage, []);
      if (writes.length > 0) await commit(writes, { by });
      return writes.length > 0;
    });
  }

  /** Whether a file can be changed through another name, outside of the folder. */
  async hasHardLinks(): Promise<boolean> {
    return (await memoryFiles(this.dir)).some(({ stats }) => stats.nlink > 1);
  }

  /** Takes what was changed behind the door into the journal, as unproven. */
  settleOutside(): Promise<OutsideChange[]> {
    return this.store.alone(async (commit) => {
      const changes = await outsideChanges(this.store);
      await adoptOutside(this.store, commit, changes);
      return changes;
    });
  }

  /** Undoes what was changed behind the door; the journal keeps what it was, so that nothing is lost. */
  revertOutside(isMeant: (change: OutsideChange) => boolean = () => true): Promise<OutsideChange[]> {
    return this.store.alone(async (commit) => {
      const changes = (await outsideChanges(this.store)).filter(isMeant);
      if (changes.length > 0) await revertOutside(this.store, commit, changes);
      return changes;
    });
  }

  /**
   * Keeps what there is before something runs that no wall keeps out of the folder.
   *
   * @returns puts everything back as it was, the host's records too; gives the paths that were touched
   */
  async guardFolder(): Promise<() => Promise<string[]>> {
    const { copy, restore } = await guardFolder(this.store, this.#copy);
    this.#copy = copy;
    return restore;
  }

  async #open(change: MemoryChange): Promise<JudgedFile> {
    await placeOf(this.dir, change.path);
    const layer = layerOf(change.path);
    // What is the host's is refused as such, whatever it says.
    if (layer === "private" || layer === "L4")
      return { path: change.path, layer, change, before: undefined, after: change.text };
    const bytes = await this.store.bytes(change.path);
    const version = bytes && versionOf(bytes);
    if (version !== change.base) throw conflict(change, version);
    return {
      ...{ path: change.path, layer, change, after: change.text },
      before: bytes && requireText(change.path, bytes),
    };
  }

  async #judgeAndCommit(commit: Commit, files: readonly JudgedFile[]): Promise<void> {
    const names = () => namesFor(this.store);
    const provenText = (path: string) => textProven(this.store, path);
    await judgeChange(files, { ...this.#ports, files, twinOf: this.#twinOf, provenText, names });
    const changed = files.filter(({ before, after }) => before !== after);
    if (changed.length === 0) return;
    await this.#adopt(commit, changed);
    const writes = changed.map(({ path, before, after }) => ({
      path,
      before: bytesOf(before),
      after: bytesOf(after),
    }));
    await commit(
      [...writes, ...(await this.#syncWrites(changed, writes))].filter(isLastOfPath),
      noteOf(files),
    );
  }

  /** What somebody put into these files behind the door stands in the journal before it is changed. */
  async #adopt(commit: Commit, files: readonly JudgedFile[]): Promise<void> {
    const { heads } = this.store.journal;
    const unknown = files.flatMap(({ path, before }): FileWrite[] => {
      const head = heads.get(path)?.version ?? null;
      const version = before === undefined ? null : versionOf(before);
      if (head === version) return [];
      return [{ path, before: undefined, after: bytesOf(before), ...(head !== null && { from: head }) }];
    });
    if (unknown.length > 0) await commit(unknown, { by: "outside", outside: true });
  }

  /** L1 follows when L2 or L3 gain or lose a name, or when L1 itself is written. */
  async #syncWrites(changed: readonly JudgedFile[], writes: readonly FileWrite[]): Promise<FileWrite[]> {
    const needsSync = changed.some(({ path, layer, before, after }) => {
      if (layer === "L1") return true;
      if (layer === "L2") return sectionsOf(before ?? "").join("\n") !== sectionsOf(after ?? "").join("\n");
      return (
        layer === "L3" && (before === undefined) !== (after === undefined) && pointerNames([path]).length > 0
      );
    });
    return needsSync ? insightWrites(this.store, this.#usage, writes) : [];
  }

  #twinOf = async (path: string, text: string): Promise<string | undefined> => {
    const version = versionOf(text);
    const { heads } = this.store.journal;
    return [...heads].find(
      ([other, head]) => other !== path && head.version === version && layerOf(other) === "L3",
    )?.[0];
  };
}

function requireText(path: string, bytes: Buffer): string {
  const text = textOfBytes(bytes);
  if (text !== undefined) return text;
  throw new MemoryError(
    "memory-damaged",
    `${path} is no UTF-8 text. Save it as UTF-8, or remove it from the memory.`,
  );
}

function conflict({ path, base }: MemoryChange, version: string | undefined): MemoryError {
  const why =
    base === undefined ? "it exists already" : version ? "it has changed since it was read" : "it is gone";
  return new MemoryError(
    "memory-conflict",
    `Not written: ${path}: ${why}. Read it again, then repeat the change on what it says now.`,
  );
}

const bytesOf = (text: string | undefined): Buffer | undefined =>
  text === undefined ? undefined : Buffer.from(text);

/** The synced L1 stands after a written one and takes its place. */
const isLastOfPath = ({ path }: FileWrite, index: number, all: readonly FileWrite[]): boolean =>
  all.findLastIndex((other) => other.path === path) === index;
