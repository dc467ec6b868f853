import type { Wire } from "@genericagent/core-loop";
import type { ProviderPreset, SessionOptions } from "@genericagent/llm";
import { providerPresets } from "@genericagent/llm/models";
import { AgentError } from "./agent-error.js";
import { type Config, type ProviderConfig, type SessionSettings, sessionSettings } from "./config.js";
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
  /** `text`: its models know no tool calls and write them out. */
  tools: NonNullable<ProviderConfig["tools"]>;
  /** What the preset and the config say about its sessions. */
  options: SessionSettings & Pick<SessionOptions, "extraBody">;
}

export interface ProviderSources {
  config: Config;
  credentials: Credentials;
  env: NodeJS.ProcessEnv;
}

/** Every provider known here: the user's own first, then the presets. */
export function listProviders(sources: ProviderSources): Provider[] {
  const ids = new Set([...Object.keys(sources.config.providers ?? {}), ...Object.keys(providerPresets)]);
  return [...ids].map((id) => gather(id, sources));
}

function gather(id: string, { config, credentials, env }: ProviderSources): Provider {
  const preset: Partial<ProviderPreset> = Object.hasOwn(providerPresets, id) ? providerPresets[id]! : {};
  const own = config.providers?.[id] ?? {};
  const { wire = preset.wire ?? "openai-chat" } = own;
  const fromEnv = preset.baseUrlVariable ? env[preset.baseUrlVariable] : undefined;
  const baseUrl = own.baseUrl ?? (fromEnv || preset.baseUrl);
  if (!baseUrl)
    throw new AgentError("invalid-config", `Provider "${id}" has no "baseUrl". Add it to config.json.`);

  const keyEnv = own.apiKeyEnv ?? preset.keyVariable;
  const apiKey = (keyEnv && env[keyEnv]?.trim()) || credentials[id] || credentials[alias(id)];
  const wantsKey = keyEnv !== undefined;
  const defaultModel = own.defaultModel ?? (fromEnv ? undefined : preset.defaultModel);
  return {
    id,
    wire,
    baseUrl,
    ...(apiKey && { apiKey }),
    keySource:
      keyEnv && env[keyEnv]?.trim() ? keyEnv : apiKey ? "credentials.json" : (keyEnv ?? "none needed"),
    status: wantsKey && !apiKey ? "no-key" : "ready",
    local: !wantsKey,
    tools: own.tools ?? "native",
    ...(defaultModel && { defaultModel }),
    options: { ...preset.options, ...sessionSettings(own), ...quirksOf(preset, own) },
  };
}

/** The config changes a preset's quirks one by one. */
const quirksOf = ({ options }: Partial<ProviderPreset>, { quirks }: SessionSettings): SessionSettings =>
  quirks ? { quirks: { ...options?.quirks, ...quirks } } : {};

/** Two wires of one vendor share its key. */
const alias = (id: string): string => (id === "openai-responses" ? "openai" : id);
