import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** One task of a session, in a line. */
export interface HistoryLine {
  /** ISO time at which it began. */
  at: string;
  session: string;
  task: string;
  /** `done`, `exited`, `failed` …; `open` where the run has no end. */
  outcome: string;
  files: string[];
  skills: string[];
}

const TITLE = "# date\tsession\toutcome\ttask\tfiles\tskills";

/** Distilled from the journals: a text that people, models and GenericAgent's tools can read and search. */
export function formatHistory(lines: readonly HistoryLine[]): string {
  const sorted = [...lines].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const rows = sorted.map(({ at, session, outcome, task, files, skills }) =>
    [at, session, outcome, task, files.join(", "), skills.join(", ")].map(plain).join("\t"),
  );
  return `${[TITLE, ...rows].join("\n")}\n`;
}

/** Lines that are none are passed over: the file can be made anew at any time. */
export function parseHistory(text: string): HistoryLine[] {
  return text.split("\n").flatMap((row): HistoryLine[] => {
    const [at, session, outcome, task, files, skills] = row.split("\t");
    if (row.startsWith("#") || !at || !session || !outcome || task === undefined) return [];
    return [{ at, session, outcome, task, files: listOf(files), skills: listOf(skills) }];
  });
}

export const readHistory = async (path: string): Promise<HistoryLine[]> =>
  parseHistory(await readFile(path, "utf8").catch(() => ""));

/** Puts the lines of some sessions in the place of what the file says about them. */
export async function updateHistory(
  path: string,
  sessions: ReadonlySet<string>,
  lines: readonly HistoryLine[],
): Promise<void> {
  const kept = (await readHistory(path)).filter(({ session }) => !sessions.has(session));
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.new`;
  await writeFile(draft, formatHistory([...kept, ...lines]), { mode: 0o600 });
  await rename(draft, path);
}

const plain = (text: string): string => text.replace(/\s+/g, " ").trim();

const listOf = (text = ""): string[] => text.split(", ").filter((each) => each !== "");
