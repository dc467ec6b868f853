import { versionOf } from "../content-version.js";
import type { ChangeEntry, FileChange } from "../journal/change-entry.js";
import { type KeptContent, type Replay, stateAt } from "../journal/content-at.js";
import { patchBetween } from "../journal/text-patch.js";
import { layerOf } from "../layers.js";
import type { Memory } from "../memory.js";
import { MemoryError } from "../memory-error.js";
import type { FileWrite } from "../memory-store.js";
import { textOfBytes } from "../text-of-bytes.js";

/**
 * Takes one change back, whatever came after it, as long as nobody has touched the same lines since.
 *
 * @throws MemoryError `invalid-options` for an unknown change, `memory-conflict` when its lines changed since
 */
export async function undoChange(memory: Memory, n: number, by: string): Promise<ChangeEntry> {
  const { store } = memory;
  const undone = await store.alone(async (commit) => {
    const entries = await store.journal.entries();
    const entry = entries.find((other) => other.n === n);
    if (!entry)
      throw new MemoryError("invalid-options", `Cannot undo change ${n}: there is none. ${latest(entries)}`);
    const before = await stateAt(entries, n - 1, store.blobs);
    const after = await stateAt(entries, n, store.blobs);
    const writes: FileWrite[] = [];
    for (const file of ownFiles(entry)) {
      const write = reversed(entry, file, before, after, await store.bytes(file.path));
      if (write) writes.push(write);
    }
    return commit(writes, { by, undoes: n, approved: true });
  });
  await memory.syncIndex(by);
  return undone;
}

/** L1 follows by itself, unless the change was about L1. */
function ownFiles({ files }: ChangeEntry): FileChange[] {
  const own = files.filter(({ path }) => !["L1", "paged"].includes(layerOf(path)));
  return own.length > 0 ? own : files;
}

function reversed(
  entry: ChangeEntry,
  { path, to }: FileChange,
  before: Replay,
  after: Replay,
  now: Buffer | undefined,
): FileWrite | undefined {
  const target = known(before.at(path), path, entry.n - 1);
  const version = now ? versionOf(now) : null;
  if (version === to) return { path, before: now, after: target };
  if (target && version === versionOf(target)) return undefined;
  const merged = mergedBack(target, known(after.at(path), path, entry.n), now);
  if (merged === undefined)
    throw new MemoryError(
      "memory-conflict",
      `Cannot undo change ${entry.n}: the same lines of ${path} were changed later. Undo the later changes first: ga memory diff`,
    );
  return { path, before: now, after: Buffer.from(merged) };
}

function known(content: KeptContent, path: string, n: number): Buffer | undefined {
  if (content !== "lost") return content;
  throw new MemoryError(
    "memory-damaged",
    `Cannot undo: the journal does not hold ${path} as it was after change ${n}.`,
  );
}

/** Characters on either side by which the place is found again. */
const CONTEXT = 40;

/** Takes the stretch that the change put in out of a text that went on since; `undefined` unless its place is clear. */
function mergedBack(
  target: Buffer | undefined,
  after: Buffer | undefined,
  now: Buffer | undefined,
): string | undefined {
  if (!target || !after || !now) return undefined;
  const [old, changed, current] = [textOfBytes(target), textOfBytes(after), textOfBytes(now)];
  if (old === undefined || changed === undefined || current === undefined) return undefined;
  const { at: start, removed, added } = patchBetween(old, changed);
  const lead = changed.slice(Math.max(0, start - CONTEXT), start);
  for (const tail of [changed.slice(start + added.length).slice(0, CONTEXT), ""]) {
    const found = lead + added + tail;
    const at = current.indexOf(found);
    if (found === "" || at < 0 || current.indexOf(found, at + 1) >= 0) continue;
    return current.slice(0, at) + lead + removed + tail + current.slice(at + found.length);
  }
  return undefined;
}

const latest = (entries: readonly ChangeEntry[]): string =>
  entries.length === 0 ? "Nothing was changed yet." : `The latest is ${entries.at(-1)!.n}.`;
