import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { FILES } from "../layers.js";
import type { Skill, SkillProblem } from "./skill.js";
import { type KnownWording, rememberWordings, wordingsOf } from "./wording.js";

/** What one file, with its `skill.json`, was read as. */
export interface ReadSkill {
  skills: Skill[];
  problems: SkillProblem[];
}

interface Row extends ReadSkill {
  /** Sizes and times of the files. */
  mark: string;
  /** Of each skill: what a task is compared with. */
  wordings: (readonly KnownWording[])[];
}

/** Grows by one whenever skills are read in another way. */
const FORMAT = 2;
/** Fewer than this are read as fast as the cache is. */
const WORTH_KEEPING = 50;
/** A file that was changed so lately may change again without another time. */
const SETTLED_MS = 50;

/**
 * What was read of each skill, so that only those are read again whose files have changed. It is made of the files
 * alone and may be removed at any time; it is written anew only where something changed.
 */
export class SkillCache {
  readonly #dir: string;
  readonly #path: string;
  readonly #now = Date.now();
  readonly #old: Map<string, Row>;
  readonly #new = new Map<string, Row>();
  #isChanged = false;

  constructor(dir: string) {
    this.#dir = dir;
    this.#path = join(dir, FILES.own, "index", "skills.json");
    this.#old = readRows(this.#path);
  }

  /** `undefined` where the files must be read; then `mark` goes with what they say to `put`. */
  get(path: string, mark: string | undefined): ReadSkill | undefined {
    const row = this.#old.get(path);
    if (!row || row.mark !== mark) return undefined;
    this.#new.set(path, row);
    const skills = row.skills.map((skill) => ({ ...skill }));
    for (const [index, skill] of skills.entries()) rememberWordings(skill, row.wordings[index]!);
    return { skills, problems: row.problems };
  }

  put(path: string, mark: string | undefined, { skills, problems }: ReadSkill): void {
    if (mark === undefined) return;
    this.#isChanged = true;
    const wordings = skills.map(wordingsOf);
    this.#new.set(path, { mark, skills: skills.map((skill) => ({ ...skill })), problems, wordings });
  }

  /** `undefined` for a file that is missing or still warm. Asked one after another: that is faster than all at once. */
  markOf(path: string): string | undefined {
    const names = path.endsWith("/SKILL.md") ? [path, path.replace(/SKILL\.md$/, "skill.json")] : [path];
    const marks: string[] = [];
    for (const name of names) {
      const stats = lstatSync(join(this.#dir, name), { throwIfNoEntry: false });
      if (stats ? !stats.isFile() : name === path) return undefined;
      if (stats && this.#now - stats.ctimeMs < SETTLED_MS) return undefined;
      marks.push(stats ? `${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}` : "-");
    }
    return marks.join(" ");
  }

  /** Where it cannot be written, the skills are read again the next time. */
  save(): void {
    if (!this.#isChanged && this.#new.size === this.#old.size) return;
    if (this.#new.size < WORTH_KEEPING) return;
    const draft = `${this.#path}.${process.pid}.new`;
    try {
      mkdirSync(dirname(draft), { recursive: true });
      writeFileSync(draft, JSON.stringify({ format: FORMAT, rows: [...this.#new] }), { mode: 0o600 });
      renameSync(draft, this.#path);
    } catch {
      rmSync(draft, { force: true });
    }
  }
}

/** Damaged rows are those of no file. */
function readRows(path: string): Map<string, Row> {
  try {
    const { format, rows } = JSON.parse(readFileSync(path, "utf8")) as {
      format: number;
      rows: [string, Row][];
    };
    return new Map(format === FORMAT ? rows.filter(([, row]) => isRow(row)) : []);
  } catch {
    return new Map();
  }
}

const isRow = (row: Partial<Row> | undefined): boolean =>
  typeof row?.mark === "string" &&
  Array.isArray(row.problems) &&
  Array.isArray(row.wordings) &&
  row.wordings.length === row.skills?.length &&
  Array.isArray(row.skills) &&
  row.skills.every((skill) => typeof skill?.name === "string" && Array.isArray(skill.triggers));
