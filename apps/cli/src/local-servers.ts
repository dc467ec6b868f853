import { listModels, type Provider } from "@genericagent/agent";

export interface LocalServer {
  provider: Provider;
  models: string[];
}

const PROBE_TIMEOUT_MS = 400;

/** The local model servers that answer, each with what it offers. All ports are tried at once. */
export async function findLocalServers(providers: Provider[]): Promise<LocalServer[]> {
  const found = await Promise.all(
    providers
      .filter(({ local }) => local)
      .map(async (provider) => ({
        provider,
        models: await listModels(provider, PROBE_TIMEOUT_MS).catch(() => undefined),
      })),
  );
  return found.filter((server): server is LocalServer => server.models !== undefined);
}
