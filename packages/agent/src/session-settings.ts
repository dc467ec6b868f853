import { AgentError } from "./agent-error.js";
import type { SessionSettings } from "./config.js";
import { sessionSettingsSchema } from "./config-schema.js";

/**
 * One setting from what a user typed; an empty value gives it back to the config.
 *
 * @throws AgentError `invalid-command` saying what is expected.
 */
export function sessionSettings(key: string, typed: string): SessionSettings {
  const known = Object.keys(sessionSettingsSchema.def.shape);
  if (!known.includes(key))
    throw new AgentError("invalid-command", `There is no session.${key}. There are: ${known.join(", ")}.`);
  if (typed.trim() === "") return { [key]: undefined } as unknown as SessionSettings;
  const parsed = sessionSettingsSchema.safeParse({ [key]: readValue(typed.trim()) });
  if (parsed.success) return parsed.data as SessionSettings;
  throw new AgentError(
    "invalid-command",
    `session.${key} cannot be ${typed}: ${parsed.error.issues[0]?.message}.`,
  );
}

/** JSON where it is JSON, else the words themselves. */
function readValue(typed: string): unknown {
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}
