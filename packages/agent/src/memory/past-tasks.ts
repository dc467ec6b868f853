import { open } from "node:fs/promises";
import { journalPath, listSessions } from "../journal.js";
import { readSessionText } from "../session-files.js";

/** Sessions that are looked back at. */
const MAX_SESSIONS = 50;
/** Header and first message stand at the start. */
const HEAD_BYTES = 8_192;

/** What earlier sessions began with, latest first. */
export async function pastTasks(dataHome: string, except: string): Promise<string[]> {
  const sessions = (await listSessions(dataHome)).filter((id) => id !== except).slice(0, MAX_SESSIONS);
  const tasks = await Promise.all(
    sessions.map((id) => firstTask(journalPath(dataHome, id)).catch(() => undefined)),
  );
  return tasks.filter((task) => task !== undefined);
}

async function firstTask(path: string): Promise<string | undefined> {
  const text = /"type":"message".*?"type":"text","text":("(?:[^"\\]|\\.)*")/.exec(await headOf(path))?.[1];
  return text === undefined ? undefined : (JSON.parse(text) as string);
}

async function headOf(path: string): Promise<string> {
  const file = await open(path, "r").catch(() => undefined);
  if (!file) return (await readSessionText(path)).slice(0, HEAD_BYTES);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}
