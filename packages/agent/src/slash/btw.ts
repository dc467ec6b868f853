import { textOf } from "@genericagent/core-loop";
import { AgentError } from "../agent-error.js";
import type { SlashCommand } from "./slash-command.js";

/** The line for the working memory, which some models write in every answer. */
const SUMMARY = /<summary>[\s\S]*?<\/summary>/g;

export const btw: SlashCommand = {
  name: "btw",
  usage: "/btw question",
  description: "a side question, answered from the conversation; nothing of it is stored",
  whileRunning: true,
  run: async function* (args, agent) {
    if (!args) throw new AgentError("invalid-command", "Ask something: /btw which file was that?");
    const reply = yield* agent.aside(args);
    const answer = textOf(reply.message).replace(SUMMARY, "").trim();
    return { text: answer || "There was no answer." };
  },
};
