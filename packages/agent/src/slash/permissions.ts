import { type PermissionSettings, PRESET_NAMES, type Preset } from "@genericagent/tools";
import { AgentError } from "../agent-error.js";
import { readDecisions } from "../read-decisions.js";
import type { SlashCommand } from "./slash-command.js";

const isPreset = (name: string): name is Preset => (PRESET_NAMES as readonly string[]).includes(name);

export const permissions: SlashCommand = {
  name: "permissions",
  usage: "/permissions [preset]",
  description: "what may be done unasked, and what was decided; work under another preset",
  choices: async () => [...PRESET_NAMES],
  run: async (args, agent) => {
    const { config, dataHome, id } = await agent.open();
    if (args) {
      if (!isPreset(args))
        throw new AgentError(
          "invalid-command",
          `There is no preset "${args}". There are: ${PRESET_NAMES.join(", ")}.`,
        );
      await agent.setPermissions(args);
      return { text: `Working under **${args}** from the next task on.` };
    }
    const { permissions: chosen = config.permissions, askPermission } = agent.options;
    const { preset, rules = [] }: PermissionSettings =
      typeof chosen === "string" ? { preset: chosen } : (chosen ?? {});
    const decisions = (await readDecisions(dataHome)).find(({ session }) => session === id)?.decisions ?? [];
    const denied = decisions.filter(({ decision }) => decision === "deny");
    return {
      text: [
        `Preset **${preset ?? (askPermission ? "careful" : "unattended")}**, ${rules.length} rules of your own.`,
        `This session: ${decisions.length - denied.length} permitted, ${denied.length} refused.`,
        ...denied.slice(-5).map(({ tool, actions }) => `- refused: ${tool} (${actions[0]?.rule ?? ""})`),
        `\nPresets: ${PRESET_NAMES.join(", ")}`,
      ].join("\n"),
    };
  },
};
