import { readFile } from "node:fs/promises";
import type { Wire } from "@genericagent/core-loop";
import type { SessionOptions } from "@genericagent/llm";
import type { PermissionSettings, Preset } from "@genericagent/tools";
import { AgentError } from "./agent-error.js";
import type { BrowserConfig } from "./browser/browser-config.js";
import { dataHomePaths, isMissing } from "./find-data-home.js";

/** What a provider's entry may say about its sessions; `SessionOptions` of `@genericagent/llm` says what each does. */
const SESSION_SETTINGS = [
  "headers",
  "maxOutputTokens",
  "idleTimeoutMs",
  "maxRetries",
  "thinking",
  "effort",
  "temperature",
  "serviceTier",
  "parallelToolCalls",
  "quirks",
] as const satisfies (keyof SessionOptions)[];

export type SessionSettings = Pick<SessionOptions, (typeof SESSION_SETTINGS)[number]>;

/** A provider of the user's own, or changes to a built-in one of the same name. */
export interface ProviderConfig extends SessionSettings {
  wire?: Wire;
  baseUrl?: string;
  /** Environment variable that holds the key. */
  apiKeyEnv?: string;
  /** Model used when only the provider is named. */
  defaultModel?: string;
  /** How tools are called: by the provider's wire, or in the text of any model. Default `native`. */
  tools?: "native" | "text";
}

/** `config.json` in the data home. Its JSON Schema ships as `@genericagent/agent/config.schema.json`. */
export interface Config {
  /** `provider/model` used when none is named. */
  model?: string;
  /** Models that are asked, in this order, when the first one fails: each `provider/model`. */
  fallbacks?: string[];
  /** Model calls a run may make. Default 80. */
  maxTurns?: number;
  /** What a whole request may cost, in tokens. Default: 10 000 to 60 000, as the task needs. */
  contextTokens?: number;
  /** Language of the system prompt. Default: `zh` in a Chinese locale, else `en`. */
  language?: "en" | "zh";
  providers?: Record<string, ProviderConfig>;
  /** What the tools may do unasked: a preset, or a preset with rules that come before it. */
  permissions?: Preset | PermissionSettings;
  /** Where code runs: behind the strongest wall that works here (the default), or behind none. */
  sandbox?: "strongest" | "none";
  /** Whether a task that a code skill fits is done by it without a model. Default `auto`. */
  recall?: "auto" | "ask" | "off";
  /** Whether the host makes skills of runs that the model did not name one for. Default `auto`. */
  learning?: "auto" | "off";
  /** The browser of the web tools. Default: the first that is found, with a profile in the data home. */
  browser?: BrowserConfig;
  /** Names of secrets that code may use as `$NAME`; values come from the environment or credentials.json. */
  secrets?: string[];
}

/** The part of a provider's entry that goes to its sessions. */
export const sessionSettings = (provider: ProviderConfig): SessionSettings =>
  Object.fromEntries(
    SESSION_SETTINGS.flatMap((name) => (provider[name] === undefined ? [] : [[name, provider[name]]])),
  );

/**
 * Reads and checks the config; a missing file is an empty config.
 *
 * @throws AgentError `invalid-config` naming the file, the place and what is expected there.
 */
export async function loadConfig(dataHome: string): Promise<Config> {
  const file = dataHomePaths(dataHome).config;
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error)) return undefined;
    throw new AgentError(
      "invalid-config",
      `Cannot read ${file}: ${error.message}. Check its permissions.`,
      error,
    );
  });
  if (text === undefined) return {};
  const { configSchema } = await import("./config-schema.js");
  const parsed = configSchema.safeParse(parseJson(text, file));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const place = issue?.path.length ? `"${issue.path.join(".")}"` : "the top level";
  throw new AgentError(
    "invalid-config",
    `${file} is not valid at ${place}: ${issue?.message}. Correct it there.`,
  );
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new AgentError("invalid-config", `${file} is not valid JSON: ${(error as Error).message}.`, error);
  }
}
