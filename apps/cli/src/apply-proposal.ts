import { openHomeMemory } from "@genericagent/agent";
import type { ApplyProposal } from "@genericagent/reflect";

/**
 * Writes a proposal that the user approved into the memory, through its guard: the approval stands for the proof, but
 * secrets, volatile state and the loss of verified entries are refused all the same.
 */
export const applyProposal =
  (dataHome: string): ApplyProposal =>
  async ({ path, text }) => {
    const memory = await openHomeMemory(dataHome);
    const old = await memory.read(path);
    await memory.write({
      path,
      text,
      by: "ga reflect review",
      approved: true,
      ...(old && { base: old.version }),
    });
  };
