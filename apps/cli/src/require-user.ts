import { AgentError } from "@genericagent/agent";

/** Everything that a command of the agent starts without a wall has it in its environment. */
const MARK = "GENERICAGENT_CALL";

/**
 * Standing behind the memory, taking changes back and deciding about skills is the user's: what the agent runs may
 * look, and no more.
 *
 * @throws AgentError `invalid-options`
 */
export function requireUser(command: string, env: NodeJS.ProcessEnv = process.env): void {
  if (env[MARK] === undefined) return;
  throw new AgentError(
    "invalid-options",
    `Not done: "ga ${command}" is for the user, and was called by a command of the agent. Ask the user to run it.`,
  );
}
