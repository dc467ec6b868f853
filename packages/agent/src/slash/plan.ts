import { AgentError } from "../agent-error.js";
import type { SlashCommand } from "./slash-command.js";

export const plan: SlashCommand = {
  name: "plan",
  usage: "/plan task",
  description: "do a task by a checklist file; done counts only after an independent check",
  run: async (args, agent) => {
    if (!args) throw new AgentError("invalid-command", "Name the task: /plan move the tests to vitest");
    const { planTask } = await import("../plan-task.js");
    const { task, options } = await planTask(agent, args);
    return { task, options };
  },
};
