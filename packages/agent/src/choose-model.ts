import { AgentError } from "./agent-error.js";
import { listProviders, type Provider, type ProviderSources } from "./providers.js";

/** A model that can be asked. */
export interface ModelChoice {
  provider: Provider;
  model: string;
}

/**
 * Finds the model for `provider/model` (or a provider alone); without a name, the config's, else the first
 * provider that has a key. A provider without a default model is asked which models it has.
 *
 * @throws AgentError `no-model`, `unknown-provider` or `missing-key`, each with what to do.
 */
export async function chooseModel(name: string | undefined, sources: ProviderSources): Promise<ModelChoice> {
  const providers = listProviders(sources);
  const wanted = name ?? sources.config.model;
  if (!wanted) {
    const provider = providers.find(({ status, local }) => status === "ready" && !local);
    if (provider) return { provider, model: provider.defaultModel ?? (await firstModel(provider)) };
    throw new AgentError(
      "no-model",
      "No model is configured. Set ANTHROPIC_API_KEY or OPENAI_API_KEY, or name a local server: --model ollama/MODEL.",
    );
  }
  const slash = wanted.indexOf("/");
  const id = slash < 0 ? wanted : wanted.slice(0, slash);
  const provider = providers.find((candidate) => candidate.id === id);
  if (!provider) {
    const known = providers.map((candidate) => candidate.id).join(", ");
    throw new AgentError(
      "unknown-provider",
      `Model "${wanted}" names the unknown provider "${id}". Use provider/model with one of: ${known}.`,
    );
  }
  if (provider.status === "no-key")
    throw new AgentError("missing-key", `Model "${wanted}" needs a key: ${provider.keySource} is not set.`);
  const model = slash < 0 ? (provider.defaultModel ?? (await firstModel(provider))) : wanted.slice(slash + 1);
  if (!model) throw new AgentError("no-model", `"${wanted}" names no model. Use ${id}/MODEL.`);
  return { provider, model };
}

/** How long a server may take to list its models. */
const LIST_TIMEOUT_MS = 2000;

/**
 * The models an OpenAI-compatible or Anthropic server lists, in its order.
 *
 * @throws AgentError `no-model` when the server cannot be reached in time, or answers with anything but a list.
 */
export async function listModels(provider: Provider, timeoutMs = LIST_TIMEOUT_MS): Promise<string[]> {
  try {
    const response = await fetch(listUrl(provider), {
      headers: { ...keyHeaders(provider), ...provider.options.headers },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw notListed(provider, `status ${response.status}`);
    const body = (await response.json()) as { data?: { id?: unknown }[] };
    return (body.data ?? []).map(({ id }) => id).filter((id): id is string => typeof id === "string");
  } catch (error) {
    if (error instanceof AgentError) throw error;
    const { cause, message } = error as Error;
    throw notListed(provider, cause instanceof Error ? cause.message : message, error);
  }
}

function listUrl({ baseUrl, wire }: Provider): string {
  const base = baseUrl.replace(/\/+$/, "");
  return wire === "anthropic" ? `${base.replace(/\/v1$/, "")}/v1/models` : `${base}/models`;
}

const keyHeaders = ({ wire, apiKey = "none" }: Provider): Record<string, string> =>
  wire === "anthropic"
    ? { "x-api-key": apiKey, "anthropic-version": "2023-06-01" }
    : { authorization: `Bearer ${apiKey}` };

const notListed = ({ id, baseUrl }: Provider, why: string, cause?: unknown): AgentError =>
  new AgentError("no-model", `${baseUrl} did not list its models: ${why}. ${nameOne(id)}`, cause);

async function firstModel(provider: Provider): Promise<string> {
  const [first] = await listModels(provider);
  if (first) return first;
  throw new AgentError("no-model", `${provider.baseUrl} lists no model. ${nameOne(provider.id)}`);
}

const nameOne = (id: string): string => `Name one: --model ${id}/MODEL.`;
