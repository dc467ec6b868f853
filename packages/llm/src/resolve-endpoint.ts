import { type Endpoint, hostOf } from "./endpoint.js";
import { redactSecrets } from "./redact-secrets.js";
import type { SessionOptions } from "./session.js";
import { modelError } from "./to-model-error.js";

/** How a vendor's own service is reached when the options do not say otherwise. */
export interface EndpointDefaults {
  provider: string;
  baseUrl: string;
  keyVariable: string;
  baseUrlVariable: string;
}

/** A key from the environment goes only to the address from the environment, or to the vendor's own. */
export function resolveEndpoint(options: SessionOptions, defaults: EndpointDefaults): Endpoint {
  const { model, provider = defaults.provider, apiKey, baseUrl } = options;
  const keyFromEnvironment = baseUrl === undefined ? process.env[defaults.keyVariable] : undefined;
  return {
    provider,
    model,
    baseUrl: baseUrl ?? (process.env[defaults.baseUrlVariable] || defaults.baseUrl),
    apiKey: (apiKey || keyFromEnvironment)?.trim() || undefined,
    keyName: provider === defaults.provider ? defaults.keyVariable : `the API key of ${provider}`,
    vendorUrl: defaults.baseUrl,
  };
}

/** Says before the first byte is sent what would only fail obscurely later. */
export function checkEndpoint(endpoint: Endpoint, headers: Record<string, string> = {}): void {
  const { baseUrl, apiKey, keyName, vendorUrl } = endpoint;
  if (!/^https?:\/\/[^/]/.test(baseUrl) || !URL.canParse(baseUrl)) {
    const given = redactSecrets(baseUrl.slice(0, 100), apiKey);
    throw modelError(
      "bad-request",
      endpoint,
      `cannot be asked: the base URL "${given}" is no http(s):// address.`,
    );
  }
  // Said here, because the error of `fetch` would repeat the value.
  for (const [name, value] of Object.entries({ ...headers, [keyName]: apiKey ?? "" }))
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      throw modelError(
        "bad-request",
        endpoint,
        `cannot be asked: ${name} holds a character no header can carry.`,
      );
  const authorised = Object.keys(headers).some((name) => /authorization|api-key/i.test(name));
  if (!apiKey && !authorised && hostOf(baseUrl) === hostOf(vendorUrl))
    throw modelError("auth", endpoint, `needs a key: set ${keyName} or pass apiKey.`);
}
