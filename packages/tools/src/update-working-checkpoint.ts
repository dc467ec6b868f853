import type { WorkingMemory } from "@genericagent/context";
import type { Tool } from "@genericagent/core-loop";

/** Writes the notepad that every later turn shows to the model. */
export const updateWorkingCheckpoint = (memory: WorkingMemory): Tool => ({
  spec: {
    name: "update_working_checkpoint",
    description: "Replace your notepad, shown every turn: request, constraints, findings, next step.",
    parameters: {
      type: "object",
      properties: {
        key_info: { type: "string", description: "< 200 tokens" },
        related_sop: { type: "string" },
      },
      required: ["key_info"],
    },
  },
  async run(args) {
    const { key_info, related_sop } = args as { key_info: string; related_sop?: string };
    memory.keyInfo = related_sop ? `${key_info}\nRead again where unsure: ${related_sop}` : key_info;
    return { data: "Noted." };
  },
});
