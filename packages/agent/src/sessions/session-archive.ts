import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { ArchiveHit, ArchiveIndex, HistoryLine } from "@genericagent/memory";
import { dataHomePaths } from "../find-data-home.js";
import { journalPath } from "../journal.js";
import { readSessionText, sessionIdsIn } from "../session-files.js";
import { distilSession } from "./distil-session.js";
import { showLine } from "./show-line.js";

export interface SessionQuery {
  /** Words to look for; without them the sessions are listed. */
  text?: string;
  /** ISO dates, or beginnings of them. */
  since?: string;
  until?: string;
  /** Part of the path of a file that was written. */
  file?: string;
  /** Name of a skill that was used. */
  skill?: string;
  /** Default 10. */
  limit?: number;
}

export interface FoundLine extends ArchiveHit {
  /** The line as text, around the first word that fits. */
  excerpt: string;
}

/** The tasks of all sessions, brought up to date from the journals that changed since. */
export async function sessionHistory(dataHome: string): Promise<HistoryLine[]> {
  const { readHistory, updateHistory } = await import("@genericagent/memory");
  const path = historyPath(dataHome);
  const known = await readHistory(path);
  const knownSessions = new Set(known.map(({ session }) => session));
  const writtenMs = (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
  const stale: string[] = [];
  for (const id of await sessionIdsIn(dataHomePaths(dataHome).sessions)) {
    const changedMs = (await stat(journalPath(dataHome, id)).catch(() => undefined))?.mtimeMs ?? 0;
    if (changedMs >= writtenMs || !knownSessions.has(id)) stale.push(id);
  }
  if (stale.length === 0) return known;
  const texts = await Promise.all(
    stale.map(async (id) =>
      distilSession(id, await readSessionText(journalPath(dataHome, id)).catch(() => "")),
    ),
  );
  await updateHistory(path, new Set(stale), texts.flat());
  return readHistory(path);
}

/** The same as it was written last: without the sessions since, and without their cost. */
export async function readSessionHistory(dataHome: string): Promise<HistoryLine[]> {
  const { readHistory } = await import("@genericagent/memory");
  return readHistory(historyPath(dataHome));
}

/** The tasks that fit, latest first. */
export async function findTasks(dataHome: string, query: SessionQuery): Promise<HistoryLine[]> {
  const fitting = (await sessionHistory(dataHome)).filter((line) => fits(line, query));
  return fitting.reverse().slice(0, query.limit ?? 10);
}

function fits({ at, files, skills }: HistoryLine, { since, until, file, skill }: SessionQuery): boolean {
  if (since && at < since) return false;
  if (until && at.slice(0, until.length) > until) return false;
  if (file && !files.some((path) => path.includes(file))) return false;
  return !skill || skills.includes(skill);
}

/** The lines of all sessions that fit a text best; what was damaged in the index is told and made anew. */
export async function searchSessions(
  dataHome: string,
  query: SessionQuery & { text: string },
  onProblem: (problem: string) => void = () => {},
): Promise<FoundLine[]> {
  const { searchArchive } = await import("@genericagent/memory");
  const index = await openIndex(dataHome);
  try {
    for (const problem of (await index.sync()).problems) onProblem(problem);
    const { since, until, limit } = query;
    const hits = await searchArchive(index, query.text, {
      ...(since && { since }),
      ...(until && { until }),
      ...(limit && { limit }),
      ...((query.file || query.skill) && { sessions: await sessionsWith(dataHome, query) }),
    });
    return await Promise.all(
      hits.map(async (hit) => ({ ...hit, excerpt: await showLine(dataHome, hit, query.text) })),
    );
  } finally {
    await index.close();
  }
}

async function sessionsWith(dataHome: string, query: SessionQuery): Promise<Set<string>> {
  const fitting = (await sessionHistory(dataHome)).filter((line) => fits(line, query));
  return new Set(fitting.map(({ session }) => session));
}

async function openIndex(dataHome: string): Promise<ArchiveIndex> {
  const { ArchiveIndex, FILES } = await import("@genericagent/memory");
  const { sessions, memory } = dataHomePaths(dataHome);
  return ArchiveIndex.open(sessions, join(memory, FILES.own, "index"));
}

const historyPath = (dataHome: string): string => join(dataHomePaths(dataHome).sessions, "history.tsv");
