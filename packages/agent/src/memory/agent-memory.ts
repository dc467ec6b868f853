import { createHash } from "node:crypto";
import type { OutsideChange } from "@genericagent/memory";
import { FILES, layerOf, type Memory, MemoryError, openMemory } from "@genericagent/memory/open";
import { type MemoryPort, type MemoryWrite, type SecretMask, ToolRefusal } from "@genericagent/tools";
import { dataHomePaths } from "../find-data-home.js";
import { type Journal, listSessions } from "../journal.js";
import { findReceipts } from "./find-receipts.js";
import { sessionCalls } from "./session-calls.js";
import { verifyReceipt } from "./verify-receipt.js";

export interface AgentMemoryOptions {
  dataHome: string;
  /** Id of the session whose calls prove what is written. */
  session: string;
  language: "en" | "zh";
  mask: SecretMask;
  onOutside?: (changes: readonly OutsideChange[]) => void;
}

/** The memory of a data home, judged by the journals of its sessions. */
export const openAgentMemory = ({
  dataHome,
  language,
  mask,
  onOutside,
}: Omit<AgentMemoryOptions, "session">): Promise<Memory> =>
  openMemory(dataHomePaths(dataHome).memory, {
    language,
    verifyReceipt: (receipt) => verifyReceipt(dataHome, receipt),
    findSecret: (text) => /\[secret ([\w.-]+)\]/.exec(mask.mask(text))?.[1],
    ...(onOutside && { onOutside }),
  });

export interface MemoryPortOptions extends Pick<AgentMemoryOptions, "dataHome" | "session" | "onOutside"> {
  /** That of the session, which a command could change as well. */
  journal?: Journal;
}

/** What the tools of a session may do to the memory. The host looks up the proof: the model need not name it. */
export function memoryPort(memory: Memory, options: MemoryPortOptions): MemoryPort {
  const { dataHome, session } = options;
  return {
    dir: memory.dir,
    write: (write) => judgedWrite(memory, write, dataHome, session),
    noteRead: (path) => memory.notePathUse(path).catch(() => {}),
    watchCommand: (isWalled) => (isWalled ? watchLinks(memory) : watchFolder(memory, options)),
  };
}

/** Behind the wall only an earlier hard link leads into the folder, and those are rare. */
async function watchLinks(memory: Memory): Promise<() => Promise<string | undefined>> {
  if (!(await memory.hasHardLinks())) return async () => undefined;
  await memory.settleOutside();
  const revert = () => memory.revertOutside(({ links }) => links > 1);
  return async () => describeReverted((await revert()).map(({ path }) => path));
}

/** Without a wall a command can do to the folder what the user can do; all of it is put back. */
async function watchFolder(
  memory: Memory,
  { dataHome, journal, onOutside }: MemoryPortOptions,
): Promise<() => Promise<string | undefined>> {
  const outside = (await memory.settleOutside()).filter(({ kind }) => kind !== "link");
  if (outside.length > 0) onOutside?.(outside);
  const sessions = await listSessions(dataHome);
  const restoreJournal = await journal?.guard();
  const restoreFolder = await memory.guardFolder();
  return async () => {
    const touched: string[] = (await restoreJournal?.()) ? [FILES.sessions] : [];
    touched.push(...(await restoreFolder()));
    const left = new Set(await listSessions(dataHome));
    return describeReverted(
      touched,
      sessions.filter((id) => !left.has(id)),
    );
  };
}

async function judgedWrite(
  memory: Memory,
  { path, text, before, by }: MemoryWrite,
  dataHome: string,
  session: string,
): Promise<void> {
  const layer = layerOf(path);
  if (layer === "record") throw new ToolRefusal(`Not written. ${path} is the host's account of the skill.`);
  const claims = await memory.newClaims(path, before?.toString("utf8") ?? "", text);
  const { receipts, unproven } = findReceipts(
    claims,
    claims.length > 0 ? await sessionCalls(dataHome, session) : [],
    session,
    (await memory.read(FILES.facts).catch(() => undefined))?.text,
  );
  try {
    const base = before && createHash("sha256").update(before).digest("hex");
    const proof = unproven ? { unproven: unproven.text } : { receipts };
    await memory.write({ path, text, by, ...proof, ...(base !== undefined && { base }) });
  } catch (error) {
    if (error instanceof MemoryError) throw new ToolRefusal(error.message, error);
    throw error;
  }
}

function describeReverted(touched: readonly string[], gone: readonly string[] = []): string | undefined {
  const listed = (names: readonly string[]) =>
    `${names.slice(0, 5).join(", ")}${names.length > 5 ? " and more" : ""}`;
  const lost = gone.length > 0 ? ` Sessions that it removed are gone: ${listed(gone)}.` : "";
  if (touched.length === 0 && !lost) return undefined;
  const back = touched.length > 0 ? `changed ${listed(touched)}; put back` : "changed the memory folder";
  return `memory: the command ${back}.${lost} Memory is written with file_write and file_patch only.`;
}
