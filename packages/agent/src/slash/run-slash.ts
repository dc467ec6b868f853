import type { ChatEvent } from "@genericagent/core-loop";
import { AgentError } from "../agent-error.js";
import type { GenericAgent } from "../generic-agent.js";
import type { SlashCommand, SlashResult } from "./slash-command.js";
import { slashCommands } from "./slash-commands.js";

/** A word right behind the slash: `/tmp/file is broken` is no command. */
const COMMAND = /^\/([a-z-]+)(?:\.(\S+\s*=.*)|\s+([\s\S]*))?$/;

/** Whether a line is meant as a command, known or not. */
export const isSlash = (line: string): boolean => COMMAND.test(line.trimEnd());

/**
 * Runs a line that is a command; `undefined` where it is none.
 *
 * @throws AgentError `unknown-command`, `invalid-command`, `busy`, and what the command itself throws.
 */
export async function* runSlash(
  line: string,
  agent: GenericAgent,
  commands: readonly SlashCommand[] = slashCommands,
): AsyncGenerator<ChatEvent, SlashResult | undefined, void> {
  const match = COMMAND.exec(line.trimEnd());
  if (!match) return undefined;
  const [, name = "", setting, rest = ""] = match;
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) throw unknown(name, commands);
  if (agent.isRunning && !command.whileRunning)
    throw new AgentError("busy", `/${name} has to wait until the task has ended. Ctrl-C aborts it.`);
  const running = command.run((setting ?? rest).trim(), agent);
  return "then" in running ? await running : yield* running;
}

/** The names that a beginning may become, each with its slash. */
export const completeSlash = (
  beginning: string,
  commands: readonly SlashCommand[] = slashCommands,
): SlashCommand[] => commands.filter(({ name }) => `/${name}`.startsWith(beginning));

function unknown(name: string, commands: readonly SlashCommand[]): AgentError {
  const near = commands.filter((command) => command.name[0] === name[0]).map((command) => `/${command.name}`);
  const hint = near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : "";
  return new AgentError(
    "unknown-command",
    `There is no command /${name}.${hint} /help lists them; a task that begins with a slash is typed with a space before it.`,
  );
}
