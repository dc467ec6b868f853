import { stat } from "node:fs/promises";
import type { Receipt } from "@genericagent/memory";
import { outputHash } from "@genericagent/memory/open";
import { journalPath } from "../journal.js";
import { type SessionCall, sessionCalls } from "./session-calls.js";

/** A session's id is a file name: nothing else may be asked for. */
const SESSION_ID = /^[\w-]+$/;

/** Why a receipt proves nothing, read from the session's own journal; `undefined` when it proves. */
export async function verifyReceipt(dataHome: string, receipt: Receipt): Promise<string | undefined> {
  if (!SESSION_ID.test(receipt.session)) return "that is no session id";
  const calls = await latestCalls(dataHome, receipt.session);
  const found = calls.filter(({ call }) => call.id === receipt.call);
  if (found.length === 0) return "there is no such call in the session's journal, or it has no result";
  if (found.every(({ result }) => result.isError)) return "the call failed";
  const isSame = found.some(
    ({ result }) => !result.isError && outputHash(result.content) === receipt.outputHash,
  );
  return isSame ? undefined : "the call's output is another one";
}

/** Receipts are asked for session by session; the last journal is kept as long as nothing was added to it. */
let last: { path: string; mark: string; calls: Promise<SessionCall[]> } | undefined;

async function latestCalls(dataHome: string, session: string): Promise<SessionCall[]> {
  const path = journalPath(dataHome, session);
  const stats = await stat(path).catch(() => undefined);
  if (!stats) return sessionCalls(dataHome, session);
  const mark = `${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`;
  if (last?.path !== path || last.mark !== mark)
    last = { path, mark, calls: sessionCalls(dataHome, session) };
  return last.calls;
}
