import type { AgentParts } from "../open-parts.js";
import { listProviders } from "../providers.js";
import type { SlashCommand } from "./slash-command.js";

/** The models at hand: the one that answers now, the config's, and the default of each provider that is ready. */
function modelsAtHand({ model, config, sources }: AgentParts): string[] {
  const defaults = listProviders(sources)
    .filter(({ status, defaultModel }) => status === "ready" && defaultModel)
    .map(({ id, defaultModel }) => `${id}/${defaultModel}`);
  return [
    ...new Set([model, ...(config.model ? [config.model] : []), ...(config.fallbacks ?? []), ...defaults]),
  ];
}

export const model: SlashCommand = {
  name: "model",
  usage: "/model [provider/model | number]",
  description: "which models are at hand; ask another from the next call on",
  whileRunning: true,
  choices: async (agent) => modelsAtHand(await agent.open()),
  run: async (args, agent) => {
    const parts = await agent.open();
    const known = modelsAtHand(parts);
    if (args) {
      await agent.switchModel(known[Number(args) - 1] ?? args);
      return { text: `Asking ${parts.model} from the next call on; it sees the whole conversation.` };
    }
    const lines = known.map((name, index) => `${index + 1}. ${name}${name === parts.model ? " (now)" : ""}`);
    return { text: lines.join("\n") };
  },
};
