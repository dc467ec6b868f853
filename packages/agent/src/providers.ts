import type { Wire } from "@genericagent/core-loop";
import { AgentError } from "./agent-error.js";
import type { Config, ProviderConfig } from "./config.js";
import type { Credentials } from "./credentials.js";

/** A provider with its settings gathered from presets, config, environment and credentials. */
export interface Provider {
  id: string;
  wire: Wire;
  baseUrl: string;
  /** Absent where the provider wants none, or none was found (see `keySource`). */
  apiKey?: string;
  /** Where the key comes from, or the variable to set. */
  keySource: string;
  /** `ready`: may be asked. `no-key`: a key is missing. */
  status: "ready" | "no-key";
  /** Runs on this machine and wants no key. */
  local: boolean;
  defaultModel?: string;
  options: Pick<ProviderConfig, "headers" | "maxOutputTokens" | "idleTimeoutMs">;
}

interface Preset {
  wire: Wire;
  baseUrl: string;
  baseUrlEnv?: string;
  apiKeyEnv?: string;
  defaultModel?: string;
}

const OPENAI = {
  baseUrl: "https://api.openai.com/v1",
  baseUrlEnv: "OPENAI_BASE_URL",
  apiKeyEnv: "OPENAI_API_KEY",
  defaultModel: "gpt-5.4",
};
const local = (port: number): Preset => ({ wire: "openai-chat", baseUrl: `http://127.0.0.1:${port}/v1` });

/** Known by name, in the order in which a default is chosen. */
const PRESETS: Record<string, Preset> = {
  anthropic: {
    wire: "anthropic",
    baseUrl: "https://api.anthropic.com",
    baseUrlEnv: "ANTHROPIC_BASE_URL",
    apiKeyEnv: "ANTHROPIC_API_KEY",
    defaultModel: "claude-sonnet-5-5",
  },
  openai: { wire: "openai-chat", ...OPENAI },
  "openai-responses": { wire: "openai-responses", ...OPENAI },
  ollama: local(11434),
  lmstudio: local(1234),
  "llama.cpp": local(8080),
};

export interface ProviderSources {
  config: Config;
  credentials: Credentials;
  env: NodeJS.ProcessEnv;
}

/** Every provider known here: the user's own first, then the presets. */
export function listProviders(sources: ProviderSources): Provider[] {
  const ids = new Set([...Object.keys(sources.config.providers ?? {}), ...Object.keys(PRESETS)]);
  return [...ids].map((id) => gather(id, sources));
}

function gather(id: string, { config, credentials, env }: ProviderSources): Provider {
  const preset: Partial<Preset> = Object.hasOwn(PRESETS, id) ? PRESETS[id]! : {};
  const own = config.providers?.[id] ?? {};
  const { wire = preset.wire ?? "openai-chat" } = own;
  const fromEnv = preset.baseUrlEnv ? env[preset.baseUrlEnv] : undefined;
  const baseUrl = own.baseUrl ?? (fromEnv || preset.baseUrl);
  if (!baseUrl)
    throw new AgentError("invalid-config", `Provider "${id}" has no "baseUrl". Add it to config.json.`);

  const keyEnv = own.apiKeyEnv ?? preset.apiKeyEnv;
  const apiKey = (keyEnv && env[keyEnv]?.trim()) || credentials[id] || credentials[alias(id)];
  const wantsKey = keyEnv !== undefined;
  const defaultModel = own.defaultModel ?? (fromEnv ? undefined : preset.defaultModel);
  const { headers, maxOutputTokens, idleTimeoutMs } = own;
  return {
    id,
    wire,
    baseUrl,
    ...(apiKey && { apiKey }),
    keySource:
      keyEnv && env[keyEnv]?.trim() ? keyEnv : apiKey ? "credentials.json" : (keyEnv ?? "none needed"),
    status: wantsKey && !apiKey ? "no-key" : "ready",
    local: !wantsKey,
    ...(defaultModel && { defaultModel }),
    options: {
      ...(headers && { headers }),
      ...(maxOutputTokens && { maxOutputTokens }),
      ...(idleTimeoutMs && { idleTimeoutMs }),
    },
  };
}

/** Two wires of one vendor share its key. */
const alias = (id: string): string => (id === "openai-responses" ? "openai" : id);
