import { stat } from "node:fs/promises";
import { join } from "node:path";
import { factsOf, sectionsOf } from "../facts.js";
import { type FoundFile, memoryFiles } from "../folder/memory-files.js";
import { linesOf, MAX_INSIGHT_LINES } from "../guard/insight-fits.js";
import { MAX_FILE_BYTES } from "../guard/layer-may-be-written.js";
import { secretIn } from "../guard/no-secrets.js";
import { offeredPaths } from "../insight/offered-paths.js";
import { pointerNames } from "../insight/pointer-names.js";
import { mentions } from "../insight/sync-insight.js";
import { FILES, layerOf } from "../layers.js";
import type { Memory } from "../memory.js";
import { type OutsideChange, outsideChanges } from "../outside-changes.js";
import { ACCOUNT_FILE, damagedAccountLines } from "../skills/skill-runs.js";
import { textOfBytes } from "../text-of-bytes.js";
import { lostProofs } from "./lost-proofs.js";
import { type Proof, proofsOf } from "./proofs.js";

export interface MemoryProblem {
  /** The file it is about, relative to the memory folder. */
  path: string;
  what: string;
  mend: string;
}

export interface MemoryReport {
  /** Number of the latest change. */
  changes: number;
  facts: number;
  /** Files of L3. */
  files: number;
  /** What is damaged, or was changed behind the door and is not in the journal yet. */
  problems: MemoryProblem[];
  /** Entries of L2 and files of L3 that no receipt and no user stands behind. */
  unproven: string[];
}

/** Looks at everything and changes nothing, except that an announced change is finished first. */
export async function checkMemory(memory: Memory): Promise<MemoryReport> {
  const { store } = memory;
  return store.alone(async () => {
    const entries = await store.journal.entries();
    const files = await memoryFiles(store.dir);
    const facts = factsOf(await textOf(memory, FILES.facts));
    const proofs = await proofsOf(entries, store.blobs);
    const l3 = files.filter(({ path }) => layerOf(path) === "L3");
    const problems = [
      ...store.journal.damaged.map((line) => damagedLine(line)),
      ...(await damagedAccountLines(store.dir)).map((line) => damagedRecord(line)),
      ...(await outsideChanges(store)).map(behindTheDoor),
      ...(await Promise.all(files.map((file) => problemsOfFile(memory, file)))).flat(),
      ...twins(files),
      ...(await indexProblems(memory, l3)),
      ...(await lostProofs(memory, proofs, { facts, files: l3.map(({ path }) => path) })),
    ];
    const unproven = [
      ...facts
        .filter(({ key }) => isUnproven(proofs.facts.get(key)))
        .map(({ text }) => `${FILES.facts}: ${text.split("\n", 1)[0]}`),
      ...l3.filter(({ path }) => isUnproven(proofs.files.get(path))).map(({ path }) => path),
    ];
    return { changes: entries.at(-1)?.n ?? 0, facts: facts.length, files: l3.length, problems, unproven };
  });
}

const isUnproven = (proof: Proof | undefined): boolean => (proof?.status ?? "unproven") === "unproven";

const behindTheDoor = ({ path, kind }: OutsideChange): MemoryProblem =>
  kind === "link"
    ? {
        path,
        what: "it is no plain file, so it is not read",
        mend: "put the file itself there, or remove it",
      }
    : {
        path,
        what: `${kind} behind the door`,
        mend: "it is kept as unproven when the memory is opened next; then undo it, or approve it: ga memory approve",
      };

const damagedRecord = (line: number): MemoryProblem => ({
  path: ACCOUNT_FILE,
  what: `line ${line} cannot be read, or was not written by the host: no run or stage in it counts`,
  mend: "remove the line; a skill is promoted with: ga skill promote",
});

const damagedLine = (line: number): MemoryProblem => ({
  path: `${FILES.own}/changes.jsonl`,
  what: `line ${line} cannot be read, or was not written by the door: what it says is not believed`,
  mend: "restore the file from a backup; the memory itself is not affected",
});

async function problemsOfFile(memory: Memory, { path, stats }: FoundFile): Promise<MemoryProblem[]> {
  if (stats.size > MAX_FILE_BYTES) {
    const megabytes = Math.round(stats.size / 1024 / 1024);
    return [
      {
        path,
        what: `it has ${megabytes} MB, so nothing can be added and it is not searched`,
        mend: "split it up, or keep data elsewhere and point to it",
      },
    ];
  }
  if (!/\.(md|txt|py|js|mjs|sh|json|ya?ml|csv)$/i.test(path)) return [];
  const bytes = await memory.store.bytes(path);
  const text = bytes && textOfBytes(bytes);
  if (bytes && text === undefined) return [{ path, what: "it is no UTF-8 text", mend: "save it as UTF-8" }];
  const line = linesOf(text ?? "").findIndex((each) => secretIn(each));
  if (line < 0) return [];
  return [
    {
      path,
      what: `line ${line + 1} looks like ${secretIn(linesOf(text!)[line]!)}`,
      mend: "name the variable that holds it instead, and change the secret",
    },
  ];
}

/** Names that differ in case only are one file on other systems; two skills of one name are told apart by nobody. */
function twins(files: readonly FoundFile[]): MemoryProblem[] {
  const seen = new Map<string, string>();
  return files.flatMap(({ path }) => {
    const folded = path.normalize("NFC").toLowerCase();
    const twin = seen.get(folded);
    if (!twin) seen.set(folded, path);
    return twin
      ? [{ path, what: `some systems take it for ${twin}`, mend: "rename or remove one of them" }]
      : [];
  });
}

async function indexProblems(memory: Memory, l3: readonly FoundFile[]): Promise<MemoryProblem[]> {
  const insight = await textOf(memory, FILES.insight);
  const index = `${insight}\n${await textOf(memory, FILES.paged)}`;
  const count = linesOf(insight).length;
  const names = [
    ...pointerNames(
      await offeredPaths(
        memory.dir,
        l3.map(({ path }) => path),
      ),
    ),
    ...sectionsOf(await textOf(memory, FILES.facts)),
  ];
  const missing = names.filter((name) => !mentions(index, name));
  return [
    ...(count > MAX_INSIGHT_LINES
      ? [
          {
            path: FILES.insight,
            what: `it has ${count} lines of ${MAX_INSIGHT_LINES}`,
            mend: "ga memory rebuild",
          },
        ]
      : []),
    ...(missing.length > 0
      ? [
          {
            path: FILES.insight,
            what: `nothing points to ${missing.slice(0, 5).join(", ")}${missing.length > 5 ? ` and ${missing.length - 5} more` : ""}`,
            mend: "ga memory rebuild",
          },
        ]
      : []),
  ];
}

async function textOf({ store }: Memory, path: string): Promise<string> {
  const stats = await stat(join(store.dir, path)).catch(() => undefined);
  if (!stats || stats.size > MAX_FILE_BYTES) return "";
  const bytes = await store.bytes(path);
  return (bytes && textOfBytes(bytes)) ?? "";
}
