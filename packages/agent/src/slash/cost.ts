import { addUsage, emptyUsage, type Usage } from "@genericagent/core-loop";
import { costOf } from "@genericagent/llm";
import type { Conversation } from "../conversation.js";
import type { SlashCommand } from "./slash-command.js";

interface Row {
  usage: Usage;
  calls: number;
  usd: number | undefined;
}

/** What a conversation cost so far, by model; dollars are `undefined` where a price is not known. */
export function costByModel({ spent }: Pick<Conversation, "spent">): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const { usage, model = "unknown" } of spent) {
    const row = rows.get(model) ?? { usage: emptyUsage(), calls: 0, usd: 0 };
    const cost = costOf(usage, model);
    const usd = row.usd === undefined || cost === undefined ? undefined : row.usd + cost;
    rows.set(model, { usage: addUsage(row.usage, usage), calls: row.calls + 1, usd });
  }
  return rows;
}

export const cost: SlashCommand = {
  name: "cost",
  usage: "/cost",
  description: "tokens and dollars of this session, by model",
  whileRunning: true,
  run: async (_args, agent) => {
    const rows = costByModel((await agent.open()).conversation);
    if (rows.size === 0) return { text: "Nothing has been spent yet." };
    const lines = [...rows].map(([model, { usage, calls, usd }]) =>
      [
        `| ${model} | ${calls} | ${usage.inputTokens} | ${usage.cachedInputTokens} | ${usage.outputTokens}`,
        `${usd === undefined ? "unknown" : `$${usd.toFixed(4)}`} |`,
      ].join(" | "),
    );
    return {
      text: `| Model | Calls | In | Cached | Out | Cost |\n| --- | ---: | ---: | ---: | ---: | ---: |\n${lines.join("\n")}`,
    };
  },
};
