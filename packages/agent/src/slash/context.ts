import type { SlashCommand } from "./slash-command.js";

export const context: SlashCommand = {
  name: "context",
  usage: "/context",
  description: "what the latest request was made of, and how much of the budget it took",
  whileRunning: true,
  run: async (_args, agent) => {
    const { conversation } = await agent.open();
    const ledger = conversation.ledgers.at(-1);
    if (!ledger) return { text: "No request has been sent yet." };
    const { parts, totalTokens, budgetTokens, request, compressed, evicted, spilled } = ledger;
    const rows = Object.entries(parts)
      .filter(([, tokens]) => tokens > 0)
      .sort(([, a], [, b]) => b - a)
      .map(([name, tokens]) => `| ${name} | ${tokens} | ${Math.round((tokens / totalTokens) * 100)} % |`);
    const used = Math.round((totalTokens / budgetTokens) * 100);
    return {
      text: [
        `Request ${request}: ${totalTokens} of ${budgetTokens} tokens (${used} %).`,
        `\n| Part | Tokens | Share |\n| --- | ---: | ---: |\n${rows.join("\n")}\n`,
        `${compressed} messages compressed, ${evicted} evicted, ${spilled.length} texts spilled to files.`,
      ].join("\n"),
    };
  },
};
