import { createHash } from "node:crypto";
import type { OutsideChange } from "@genericagent/memory";
import { factsOf, layerOf, type Memory, MemoryError, openMemory } from "@genericagent/memory/open";
import { type MemoryPort, type MemoryWrite, type SecretMask, ToolRefusal } from "@genericagent/tools";
import { dataHomePaths } from "../find-data-home.js";
import { type Claim, findReceipts } from "./find-receipts.js";
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

/** What the tools of a session may do to the memory. The host looks up the proof: the model need not name it. */
export function memoryPort(
  memory: Memory,
  { dataHome, session }: Pick<AgentMemoryOptions, "dataHome" | "session">,
): MemoryPort {
  return {
    dir: memory.dir,
    write: (write) => judgedWrite(memory, write, dataHome, session),
    noteRead: (path) => memory.notePathUse(path).catch(() => {}),
    async watchCommand(isWalled) {
      // Behind the wall only an earlier hard link leads into the folder, and those are rare.
      const isMeant = isWalled ? ({ links }: OutsideChange) => links > 1 : undefined;
      if (isWalled && !(await memory.hasHardLinks())) return async () => undefined;
      await memory.settleOutside();
      return async () => describeReverted(await memory.revertOutside(isMeant));
    },
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
  const claims = claimsIn(layer, before?.toString("utf8") ?? "", text);
  const { receipts, unproven } = findReceipts(
    claims,
    claims.length > 0 ? await sessionCalls(dataHome, session) : [],
    session,
  );
  if (unproven)
    throw new ToolRefusal(
      `Not written. No execution, no memory: no successful call of this session shows "${unproven.text.slice(0, 100)}". Run a check whose output shows it, then write it again.`,
    );
  try {
    const base = before && createHash("sha256").update(before).digest("hex");
    await memory.write({ path, text, by, receipts, ...(base !== undefined && { base }) });
  } catch (error) {
    if (error instanceof MemoryError) throw new ToolRefusal(error.message, error);
    throw error;
  }
}

/** Each new entry of L2; what is new in a file of L3 as a whole. */
function claimsIn(layer: string, before: string, after: string): Claim[] {
  if (layer === "L2") {
    const known = new Set(factsOf(before).map(({ key }) => key));
    return factsOf(after)
      .filter(({ key }) => !known.has(key))
      .map(({ text }) => ({ text, kind: "fact" }));
  }
  if (layer !== "L3") return [];
  const old = new Set(before.split(/\r?\n/).map((line) => line.trim()));
  const added = after.split(/\r?\n/).filter((line) => line.trim() !== "" && !old.has(line.trim()));
  return added.length > 0 ? [{ text: added.join("\n"), kind: "procedure" }] : [];
}

function describeReverted(changes: readonly OutsideChange[]): string | undefined {
  if (changes.length === 0) return undefined;
  const paths = changes.slice(0, 5).map(({ path }) => path);
  return `memory: the command changed ${paths.join(", ")}${changes.length > 5 ? " and more" : ""}; put back. Memory is written with file_write and file_patch only.`;
}
