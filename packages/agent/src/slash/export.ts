import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { writeFileAtomically } from "@genericagent/tools";
import { AgentError } from "../agent-error.js";
import { conversationJson, conversationMarkdown } from "../export-conversation.js";
import { countTurns } from "./say-conversation.js";
import type { SlashCommand } from "./slash-command.js";

export const exportCommand: SlashCommand = {
  name: "export",
  usage: "/export [md | json | path]",
  description: "write the conversation to a file, as Markdown or JSON",
  whileRunning: true,
  choices: async () => ["md", "json"],
  run: async (args, agent) => {
    const { conversation, cwd, id } = await agent.open();
    const path = /^(md|json|)$/.test(args) ? join(cwd, `session-${id}.${args || "md"}`) : resolve(cwd, args);
    if (!/\.(md|json)$/.test(path))
      throw new AgentError("invalid-command", `Cannot export to ${path}: the name must end in .md or .json.`);
    if (!/^(md|json|)$/.test(args) && (await stat(path).catch(() => undefined)))
      throw new AgentError("invalid-command", `${path} exists already. Name another file.`);
    const text = path.endsWith(".json") ? conversationJson(conversation) : conversationMarkdown(conversation);
    await writeFileAtomically(path, [text]);
    return { text: `Written to \`${path}\`: ${countTurns(conversation.turns)}.` };
  },
};
