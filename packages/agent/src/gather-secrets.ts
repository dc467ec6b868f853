import { SecretMask } from "@genericagent/tools";
import type { Config } from "./config.js";
import type { Credentials } from "./credentials.js";
import { listProviders, type ProviderSources } from "./providers.js";

export interface Secrets {
  /** Takes the values of all keys and secrets out of a text. */
  mask: SecretMask;
  /** What code may use by its name: the config's `secrets`, as far as they have a value. */
  usable: Record<string, string>;
}

/** Keys of all providers, saved ones and what the config names; the environment comes before the saved ones. */
export function gatherSecrets(sources: ProviderSources): Secrets {
  const usable = usableSecrets(sources.config, sources.credentials, sources.env);
  const keys: Record<string, string> = {};
  for (const { id, apiKey, keySource } of listProviders(sources))
    if (apiKey) keys[keySource === "credentials.json" ? id : keySource] = apiKey;
  return { mask: new SecretMask({ ...usable, ...keys, ...savedKeys(sources.credentials, keys) }), usable };
}

function usableSecrets(
  { secrets = [] }: Config,
  credentials: Credentials,
  env: NodeJS.ProcessEnv,
): Record<string, string> {
  const found = secrets.map((name) => [name, env[name] || credentials[name]] as const);
  return Object.fromEntries(found.filter((pair): pair is [string, string] => Boolean(pair[1])));
}

/** Saved keys whose provider takes its key from elsewhere now. */
const savedKeys = (credentials: Credentials, keys: Record<string, string>): Credentials =>
  Object.fromEntries(Object.entries(credentials).filter(([name]) => !(name in keys)));
