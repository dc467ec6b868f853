import { isTrusted, type Memory, MemoryError, SkillStore } from "@genericagent/memory/open";
import type { SecretMask, ToolPorts } from "@genericagent/tools";
import { readEntries } from "../journal.js";
import type { JournalEntry } from "../journal-entry.js";
import { LongTermUpdate } from "./long-term-update.js";

export interface RunSkillsOptions {
  memory: Memory;
  dataHome: string;
  /** The session that runs. */
  session: string;
  language: "en" | "zh";
  mask: SecretMask;
}

/** The skills that a run may use, and what it takes to learn from it. */
export interface RunSkills {
  memory: Memory;
  skills: SkillStore;
  language: "en" | "zh";
  longTerm: LongTermUpdate;
  ports: Required<Pick<ToolPorts, "skills" | "longTerm">>;
  /** The journal of this session so far. */
  entries(): Promise<JournalEntry[]>;
  /** Takes secrets out of what is written down. */
  mask: SecretMask;
}

export function createRunSkills({ memory, dataHome, session, language, mask }: RunSkillsOptions): RunSkills {
  const skills = new SkillStore(memory);
  const entries = async () => {
    const all: JournalEntry[] = [];
    for await (const entry of readEntries(dataHome, session)) all.push(entry);
    return all;
  };
  const longTerm = new LongTermUpdate({ memory, skills, language, dataHome, session, entries });
  return {
    ...{ memory, skills, language, longTerm, entries, mask },
    ports: { skills: { plan: (name, params) => planForModel(skills, name, params) }, longTerm },
  };
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
