import { AgentError } from "../agent-error.js";
import type { Rewound } from "../rewind.js";
import { countTurns, titleOf } from "./say-conversation.js";
import type { SlashCommand } from "./slash-command.js";

export const undo: SlashCommand = {
  name: "undo",
  usage: "/undo [turn | back]",
  description: "take the last task back, or everything after a turn, files included; `back` undoes that",
  run: async (args, agent) => {
    if (args === "back") return { text: said("Everything is back", await agent.undoRewind()) };
    const { conversation } = await agent.open();
    if (args && !/^\d+$/.test(args))
      throw new AgentError("invalid-command", "/undo takes a turn to go back to, or `back`.");
    const turn = args
      ? Number(args)
      : conversation.taskStarts.findLast((start) => start < conversation.turns);
    if (turn === undefined) throw new AgentError("nothing-to-undo", "There is no task to take back.");
    const title = titleOf(conversation.history[turn * 2]);
    return { text: said(`Taken back${title ? ` from \`${title}\` on` : ""}`, await agent.rewind(turn)) };
  },
};

const said = (what: string, { turn, restored }: Rewound): string =>
  [
    `${what}: the conversation has ${countTurns(turn)} now.`,
    ...restored.map((path) => `- \`${path}\` stands as it did then`),
    ...(restored.length === 0 ? ["No file had to be changed. What commands did is not taken back."] : []),
  ].join("\n");
