import { appendFile, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
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
const ACCOUNT_FILE = join(FILES.own, "skill_runs.jsonl");

/** @throws MemoryError `memory-folder` when the disk says no. */
export async function appendAccount(dir: string, line: NewAccountLine): Promise<void> {
  const path = join(dir, ACCOUNT_FILE);
  try {
    await mkdir(dirname(path), { recursive: true });
    // One write of one short line: lines of several processes do not mix. A torn line before it is ended first.
    await appendFile(path, `${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`, { mode: 0o600 });
  } catch (error) {
    const why = (error as Error).message;
    throw new MemoryError(
      "memory-folder",
      `Cannot write ${path}: ${why}. Free some space, or check who may write there.`,
      error,
    );
  }
}

/** All lines in order. A line that was cut by a kill is passed over. */
export async function readAccount(dir: string, skill?: string): Promise<AccountLine[]> {
  const text = await readFile(join(dir, ACCOUNT_FILE), "utf8").catch(() => "");
  const lines = text.split("\n").flatMap((line) => parseLine(line) ?? []);
  return skill === undefined ? lines : lines.filter((line) => line.skill === skill);
}

function parseLine(line: string): AccountLine | undefined {
  if (!line) return undefined;
  try {
    const parsed = JSON.parse(line) as AccountLine;
    return typeof parsed?.skill === "string" && typeof parsed.kind === "string" ? parsed : undefined;
  } catch {
    return undefined;
  }
}
