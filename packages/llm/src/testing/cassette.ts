import { readFileSync } from "node:fs";
import { appendFile, stat } from "node:fs/promises";
import {
  type ChatEvent,
  GenericAgentError,
  type Reply,
  type ToolSpec,
  type UserMessage,
  type Wire,
} from "@genericagent/core-loop";
import { asObject, parseJson } from "../loose-json.js";
import { redactSecrets } from "../redact-secrets.js";

/**
 * A recorded conversation as JSON lines: first `{"genericagentCassette":1}`, then one entry for each whole answer.
 * An entry holds what was new in the request; the history is the entries before it.
 */
export interface CassetteEntry {
  provider: string;
  model: string;
  wire: Wire;
  request: { system: string; tools: readonly ToolSpec[]; message: UserMessage };
  /** The deltas as they came, without attempts that failed. */
  events: ChatEvent[];
  reply: Reply;
}

const VERSION = 1;

export class CassetteError extends GenericAgentError {
  override readonly name = "CassetteError";
  declare readonly code:
    | "cassette-unreadable"
    | "cassette-difference"
    | "cassette-used-up"
    | "cassette-left-over";
}

/** Appends one line; a new file begins with the header. Keys never get in. */
export async function appendToCassette(
  path: string,
  entry: CassetteEntry,
  secrets: readonly string[] = [],
): Promise<void> {
  const isNew = await stat(path).then(
    ({ size }) => size === 0,
    () => true,
  );
  const header = isNew ? `${JSON.stringify({ genericagentCassette: VERSION })}\n` : "";
  await appendFile(path, `${header}${redactSecrets(JSON.stringify(entry), ...secrets)}\n`);
}

/** @throws CassetteError that names the line which is wrong. */
export function readCassette(path: string): CassetteEntry[] {
  const [header, ...lines] = read(path).trimEnd().split("\n");
  if (asObject(parseJson(header ?? "")).genericagentCassette !== VERSION)
    throw unreadable(path, `line 1 is not {"genericagentCassette":${VERSION}}`);
  return lines.map((line, index) => {
    const entry = asObject(parseJson(line));
    if (!entry.request || !entry.reply || !Array.isArray(entry.events))
      throw unreadable(path, `line ${index + 2} is no entry with request, events and reply`);
    return entry as unknown as CassetteEntry;
  });
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw unreadable(path, "the file cannot be read", cause);
  }
}

const unreadable = (path: string, why: string, cause?: unknown): CassetteError =>
  new CassetteError({ code: "cassette-unreadable", message: `Cassette ${path}: ${why}.`, cause });
