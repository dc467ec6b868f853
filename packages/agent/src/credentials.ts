import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { AgentError } from "./agent-error.js";
import { dataHomePaths, isMissing } from "./find-data-home.js";

/** Keys by provider. */
export type Credentials = Record<string, string>;

/**
 * Reads `credentials.json`; a missing file is an empty record.
 *
 * @throws AgentError `invalid-credentials` when it is no JSON object of strings, or others may read it.
 */
export async function loadCredentials(dataHome: string): Promise<Credentials> {
  const file = dataHomePaths(dataHome).credentials;
  try {
    const { mode } = await stat(file);
    if (process.platform !== "win32" && (mode & 0o077) !== 0)
      throw new AgentError(
        "invalid-credentials",
        `${file} can be read by other users. Run: chmod 600 "${file}"`,
      );
    const parsed: unknown = JSON.parse(await readFile(file, "utf8"));
    if (isCredentials(parsed)) return parsed;
  } catch (error) {
    if (isMissing(error as NodeJS.ErrnoException)) return {};
    if (error instanceof AgentError) throw error;
    throw unreadable(file, error);
  }
  throw unreadable(file);
}

/** Adds one key, for the owner's eyes only. The old file stays until the new one is whole. */
export async function saveCredential(dataHome: string, provider: string, key: string): Promise<string> {
  const file = dataHomePaths(dataHome).credentials;
  const credentials = { ...(await loadCredentials(dataHome)), [provider]: key };
  const draft = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    const why = (error as Error).message;
    throw new AgentError(
      "data-home",
      `Cannot save the key in ${file}: ${why}. Set GA_HOME to another folder.`,
      error,
    );
  }
  return file;
}

const isCredentials = (value: unknown): value is Credentials =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((key) => typeof key === "string");

const unreadable = (file: string, cause?: unknown): AgentError =>
  new AgentError(
    "invalid-credentials",
    `Cannot read ${file}: expected a JSON object such as {"anthropic": "key"}. Mend or delete it.`,
    cause,
  );
