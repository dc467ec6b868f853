import { AgentError } from "../agent-error.js";
import type { Conversation } from "../conversation.js";
import { listSessions, readJournal } from "../journal.js";
import { countTurns, titleOf, wordsOf } from "./say-conversation.js";
import type { SlashCommand } from "./slash-command.js";

const SHOWN = 10;
/** Of the last answer, to know where one is. */
const SAID_CHARS = 600;

export const resume: SlashCommand = {
  name: "resume",
  usage: "/resume [number | id]",
  description: "the latest sessions; go on with one of them",
  choices: async (agent) => (await listSessions((await agent.open()).dataHome)).slice(0, SHOWN),
  run: async (args, agent) => {
    const { dataHome, id: own } = await agent.open();
    const sessions = (await listSessions(dataHome)).filter((id) => id !== own);
    if (!args) return { text: await listed(dataHome, sessions.slice(0, SHOWN)) };
    const id = sessions[Number(args) - 1] ?? args;
    if (id === own) throw new AgentError("invalid-command", `Session ${id} is this one.`);
    await readJournal(dataHome, id); // an unknown one leaves this session open
    const { conversation } = await agent.resume(id);
    const where = `Going on with session ${id}: ${countTurns(conversation.turns)}, ${endOf(conversation.ended)}.`;
    return { text: [where, ...lastSaid(conversation)].join(" ") };
  },
};

/** The beginning of the last answer. */
function lastSaid({ history }: Conversation): string[] {
  const said = history.slice(-1).map(wordsOf).join("");
  if (!said) return [];
  return [`It said last:\n\n${said.length > SAID_CHARS ? `${said.slice(0, SAID_CHARS)}…` : said}`];
}

async function listed(dataHome: string, ids: readonly string[]): Promise<string> {
  if (ids.length === 0) return "There is no other session.";
  const lines = ids.map(async (id, index) => {
    const read = await readJournal(dataHome, id).catch(() => undefined);
    const title = titleOf(read?.conversation.history[0]) || "(nothing was asked)";
    const turns = countTurns(read?.conversation.turns ?? 0);
    return `${index + 1}. \`${id}\` ${title} (${turns}, ${endOf(read?.conversation.ended)})`;
  });
  return (await Promise.all(lines)).join("\n");
}

const endOf = (ended: string | undefined): string => ended ?? "cut off";
