import type { Memory, OutsideChange } from "@genericagent/memory";
import type { SecretMask, ToolPorts } from "@genericagent/tools";
import type { Journal } from "../journal.js";
import { memoryPort, openAgentMemory } from "./agent-memory.js";
import { createRunSkills, type RunSkills } from "./run-skills.js";

export interface RunMemoryOptions {
  dataHome: string;
  /** The session that runs. */
  session: string;
  language: "en" | "zh";
  mask: SecretMask;
  journal: Journal;
}

/** The memory as one run has it. */
export interface RunMemory {
  memory: Memory;
  /** What was changed in the memory behind its door since it was last open; to be told once. */
  outside: OutsideChange[];
  runSkills: RunSkills;
  ports: Required<Pick<ToolPorts, "memory" | "skills" | "longTerm">>;
}

export async function openRunMemory(options: RunMemoryOptions): Promise<RunMemory> {
  const outside: OutsideChange[] = [];
  const onOutside = (changes: readonly OutsideChange[]) => void outside.push(...changes);
  const memory = await openAgentMemory({ ...options, onOutside });
  const runSkills = createRunSkills({ ...options, memory });
  return {
    memory,
    outside,
    runSkills,
    ports: { memory: memoryPort(memory, { ...options, onOutside }), ...runSkills.ports },
  };
}
