import { appendFile, mkdir, open, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SealedReader, sealedLine } from "../journal/sealed-line.js";
import { FILES } from "../layers.js";
import { MemoryError } from "../memory-error.js";

/** One line of the account. Lines are only ever added. */
export type AccountLine = { at: string; skill: string } & (
  | {
      kind: "learn";
      session: string;
      /** Tokens of the whole run that taught it, in and out. */
      tokens: number;
      /** The part of `tokens` that was spent on learning itself. */
      overheadTokens: number;
      requests: number;
      seconds: number;
    }
  | {
      kind: "run";
      /** `model`: called by a model in a run. `host`: without one. */
      by: "model" | "host";
      ok: boolean;
      tokens: number;
      requests: number;
      seconds: number;
      session?: string;
      /** What it was run with, so that the gate can run it again. */
      params?: Record<string, unknown>;
      cwd?: string;
      why?: string;
    }
  /** The model was asked for parameters, and the skill did not fit. */
  | { kind: "asked"; tokens: number }
  | { kind: "gate"; passed: number; of: number; why?: string }
  | {
      kind: "stage";
      stage: "sop" | "code" | "retired";
      why: string;
      /** The host retired it because nobody used it: a use brings it back. */
      unused?: true;
    }
);

type WithoutTime<Line> = Line extends unknown ? Omit<Line, "at"> : never;

export type NewAccountLine = WithoutTime<AccountLine>;

/** The account of all skills: a file of lines among the host's own, for it proves nothing and needs no proof. */
export const ACCOUNT_FILE = join(FILES.own, "skill_runs.jsonl");

/** @throws MemoryError `memory-folder` when the disk says no. */
export async function appendAccount(dir: string, line: NewAccountLine): Promise<void> {
  const path = join(dir, ACCOUNT_FILE);
  try {
    await mkdir(dirname(path), { recursive: true });
    // One write of one short line: lines of several processes do not mix. A torn line before it is ended first.
    const end = (await isTorn(path)) ? "\n" : "";
    await appendFile(path, `${end}${sealedLine({ at: new Date().toISOString(), ...line })}\n`, {
      mode: 0o600,
    });
  } catch (error) {
    const why = (error as Error).message;
    throw new MemoryError(
      "memory-folder",
      `Cannot write ${path}: ${why}. Free some space, or check who may write there.`,
      error,
    );
  }
}

async function isTorn(path: string): Promise<boolean> {
  const file = await open(path, "r").catch(() => undefined);
  if (!file) return false;
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
    return bytesRead > 0 && buffer[0] !== 10;
  } finally {
    await file.close();
  }
}

/** All lines in order. A line that was cut by a kill, or that the host did not write, is passed over. */
export async function readAccount(dir: string, skill?: string): Promise<AccountLine[]> {
  const text = await readFile(join(dir, ACCOUNT_FILE), "utf8").catch(() => "");
  const reader = new SealedReader();
  const lines = text.split("\n").flatMap((line) => (line && lineIn(reader.read(line))) || []);
  return skill === undefined ? lines : lines.filter((line) => line.skill === skill);
}

/** Numbers of the lines, from 1, that cannot be read or that the host did not write. */
export async function damagedAccountLines(dir: string): Promise<number[]> {
  const text = await readFile(join(dir, ACCOUNT_FILE), "utf8").catch(() => "");
  const reader = new SealedReader();
  return text.split("\n").flatMap((line, index) => (line && !lineIn(reader.read(line)) ? [index + 1] : []));
}

function lineIn(value: unknown): AccountLine | undefined {
  const line = value as AccountLine | null | undefined;
  return typeof line?.skill === "string" && typeof line.kind === "string" ? line : undefined;
}
