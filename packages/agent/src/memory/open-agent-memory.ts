import { createHash } from "node:crypto";
import { join } from "node:path";
import { isTrusted, type Memory, MemoryError, openMemory, SkillStore } from "@genericagent/memory";
import { type SecretMask, type ToolPorts, ToolRefusal } from "@genericagent/tools";
import type { JournalEntry } from "../journal-entry.js";
import { findProof } from "./find-proof.js";
import { LongTermUpdate } from "./long-term-update.js";
import { readEntries } from "./read-entries.js";
import { verifyReceipt } from "./verify-receipt.js";

export interface AgentMemoryOptions {
  dataHome: string;
  /** The session that runs. */
  session: string;
  language: "en" | "zh";
  mask: SecretMask;
}

/** What the agent knows from earlier runs, and what it keeps of this one. */
export interface AgentMemory {
  memory: Memory;
  skills: SkillStore;
  language: "en" | "zh";
  /** L1, as it stands in the system prompt of this session. */
  index: string;
  longTerm: LongTermUpdate;
  ports: Pick<ToolPorts, "memory" | "skills" | "longTerm">;
  /** The journal of this session so far. */
  entries(): Promise<JournalEntry[]>;
  /** Takes secrets out of what is written down. */
  mask: SecretMask;
}

/** @throws MemoryError when the folder cannot be used */
export async function openAgentMemory({
  dataHome,
  session,
  language,
  mask,
}: AgentMemoryOptions): Promise<AgentMemory> {
  const memory = await openMemory(join(dataHome, "memory"), {
    language,
    verifyReceipt: verifyReceipt(dataHome),
    findSecret: (text) => /\[secret ([^\]]+)\]/.exec(mask.mask(text))?.[1],
  });
  const skills = new SkillStore(memory);
  const entries = () => readEntries(dataHome, session);
  const longTerm = new LongTermUpdate({ memory, skills, language, entries });
  return {
    ...{ memory, skills, language, longTerm, entries, mask },
    index: await memory.promptIndex(),
    ports: {
      memory: { dir: memory.dir, write: (write) => writeProven(memory, write, entries) },
      skills: { plan: (name, params) => planForModel(skills, name, params) },
      longTerm,
    },
  };
}

/** A tool's write into the memory, with what this session has to prove it. */
async function writeProven(
  memory: Memory,
  { path, text, before, by }: Parameters<NonNullable<ToolPorts["memory"]>["write"]>[0],
  entries: () => Promise<JournalEntry[]>,
): Promise<void> {
  const base = before && createHash("sha256").update(before).digest("hex");
  const receipts = findProof(await entries(), text);
  try {
    await memory.write({ path, text, by, receipts, ...(base && { base }) });
  } catch (error) {
    throw error instanceof MemoryError ? new ToolRefusal(error.message, error) : error;
  }
}

/** What came from elsewhere is for the user to try first. */
async function planForModel(skills: SkillStore, name: string, params: Readonly<Record<string, unknown>>) {
  const skill = await skills.get(name);
  if (!isTrusted(skill))
    throw new MemoryError(
      "skill-failed",
      `Skill ${name} was imported and is unproven, so it is not run unasked. Read ${skills.door.dir}/${skill.path} and follow it, or let the user run: ga skill promote ${name}`,
    );
  return skills.plan(name, params);
}
