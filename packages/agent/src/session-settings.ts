import { AgentError } from "./agent-error.js";
import type { SessionSettings } from "./config.js";
import { sessionSettingsSchema } from "./config-schema.js";

const COUNT = "a whole number above 0";
const EXPECTED: Record<keyof SessionSettings, string> = {
  headers: 'names and texts as JSON, such as {"x-team":"a"}',
  maxOutputTokens: COUNT,
  idleTimeoutMs: COUNT,
  maxRetries: "a whole number, 0 or more",
  thinking: 'adaptive, between-tools, off, or {"budgetTokens":4000}',
  effort: "none, minimal, low, medium, high, xhigh or max",
  temperature: "a number from 0 to 2",
  serviceTier: "the provider's name of a tier",
  parallelToolCalls: "true or false",
  quirks: "JSON as under a provider in config.json",
};

/** What can be set. */
export const SESSION_KEYS: readonly string[] = Object.keys(EXPECTED);

/**
 * One setting from what a user typed; an empty value gives it back to the config.
 *
 * @throws AgentError `invalid-command` saying what is expected.
 */
export function sessionSettings(key: string, typed: string): SessionSettings {
  if (!SESSION_KEYS.includes(key))
    throw new AgentError(
      "invalid-command",
      `There is no session.${key}. There are: ${SESSION_KEYS.join(", ")}.`,
    );
  if (typed.trim() === "") return { [key]: undefined } as unknown as SessionSettings;
  const parsed = sessionSettingsSchema.safeParse({ [key]: readValue(typed.trim()) });
  if (parsed.success) return parsed.data as SessionSettings;
  throw new AgentError(
    "invalid-command",
    `session.${key} cannot be ${typed}: give ${EXPECTED[key as keyof SessionSettings]}.`,
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
