import { btw } from "./btw.js";
import { context } from "./context.js";
import { cost } from "./cost.js";
import { exportCommand } from "./export.js";
import { goal } from "./goal.js";
import { memory } from "./memory.js";
import { model } from "./model.js";
import { permissions } from "./permissions.js";
import { plan } from "./plan.js";
import { resume } from "./resume.js";
import { session } from "./session.js";
import { skills } from "./skills.js";
import type { SlashCommand } from "./slash-command.js";
import { undo } from "./undo.js";

const help: SlashCommand = {
  name: "help",
  usage: "/help",
  description: "this list",
  whileRunning: true,
  run: async () => ({
    text: `| Command | Does |\n| --- | --- |\n${slashCommands
      .map(({ usage, description }) => `| \`${inCell(usage)}\` | ${inCell(description)} |`)
      .join("\n")}`,
  }),
};

const inCell = (text: string): string => text.replaceAll("|", "\\|");

/** All commands, in the order in which they are listed. A front end may offer more of its own. */
export const slashCommands: readonly SlashCommand[] = [
  ...[model, session, resume, btw, context, cost, skills, memory],
  ...[permissions, exportCommand, undo, plan, goal, help],
];
