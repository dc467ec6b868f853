import { AgentError } from "../agent-error.js";
import { wordsOf } from "./say-conversation.js";
import type { SlashCommand } from "./slash-command.js";

export const btw: SlashCommand = {
  name: "btw",
  usage: "/btw question",
  description: "a side question, answered from the conversation; nothing of it is stored",
  whileRunning: true,
  run: async function* (args, agent) {
    if (!args) throw new AgentError("invalid-command", "Ask something: /btw which file was that?");
    const reply = yield* agent.aside(args);
    return { text: wordsOf(reply.message) || "There was no answer." };
  },
};
