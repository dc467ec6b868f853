import { AgentError } from "../agent-error.js";
import type { SlashCommand } from "./slash-command.js";

const GOAL = /^(?:(\d+)(k?)\s+tokens?:?\s+)?([\s\S]+)$/i;

export const goal: SlashCommand = {
  name: "goal",
  usage: "/goal [N tokens:] what shall be true",
  description: "work until an independent check finds the goal reached, or the tokens are spent",
  run: async (args, agent) => {
    const [, count, kilo, text = ""] = GOAL.exec(args) ?? [];
    if (!text.trim())
      throw new AgentError("invalid-command", "Name the goal: /goal 200k tokens: all tests pass");
    const { verifyTask } = await import("../verify-task.js");
    const tokens = count === undefined ? undefined : Number(count) * (kilo ? 1000 : 1);
    return {
      task: `[GOAL] Work until this is true, and check it yourself before you say so; an independent run checks it then:\n${text.trim()}`,
      options: {
        accept: verifyTask(agent, { task: text.trim() }),
        ...(tokens !== undefined && { budget: { tokens } }),
      },
    };
  },
};
