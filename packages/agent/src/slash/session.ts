import { AgentError } from "../agent-error.js";
import type { SlashCommand } from "./slash-command.js";

export const session: SlashCommand = {
  name: "session",
  usage: "/session.key=value",
  description:
    "how the model answers: thinking, effort, temperature, maxOutputTokens …; without a value: as configured",
  whileRunning: true,
  choices: async () => (await import("../session-settings.js")).SESSION_KEYS.map((key) => `${key}=`),
  run: async (args, agent) => {
    const { SESSION_KEYS, sessionSettings } = await import("../session-settings.js");
    if (!args)
      return { text: `${shown(agent.options.sessionSettings)}\n\nTo set: ${SESSION_KEYS.join(", ")}.` };
    const [, key = "", value = ""] = /^(\S+?)\s*=\s*([\s\S]*)$/.exec(args) ?? [];
    if (!key)
      throw new AgentError(
        "invalid-command",
        "Write it as /session.key=value, for example /session.effort=low",
      );
    await agent.setSession(sessionSettings(key, value));
    return { text: shown(agent.options.sessionSettings) };
  },
};

const shown = (settings: object = {}): string => {
  const lines = Object.entries(settings)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `- ${key} = ${JSON.stringify(value)}`);
  return lines.length > 0 ? lines.join("\n") : "The model answers as the config says.";
};
