import { redactSecrets } from "./redact-secrets.js";

/** Where a session sends its requests. */
export interface Endpoint {
  provider: string;
  model: string;
  baseUrl: string;
  apiKey: string | undefined;
  /** What to check when the key is refused: the vendor's variable, or words. */
  keyName: string;
  /** The vendor's own address, which has limits and demands of its own. */
  vendorUrl: string;
}

/** `provider/model at host`, as every error begins. The address is cut to what can hold no secret. */
export const describeEndpoint = ({ provider, model, baseUrl }: Endpoint): string =>
  `${provider}/${model} at ${hostOf(baseUrl)}`;

/** Scheme, host and port of an address, without credentials, path and query. */
export function originOf(baseUrl: string): string {
  return URL.canParse(baseUrl)
    ? `${new URL(baseUrl).protocol}//${new URL(baseUrl).host}`
    : "an unreadable address";
}

export const hostOf = (baseUrl: string): string =>
  URL.canParse(baseUrl) ? new URL(baseUrl).host : "an unreadable address";

/** At most 200 characters of what a server said, on one line and without keys. */
export function preview(said: string, { apiKey }: Pick<Endpoint, "apiKey">): string {
  const line = redactSecrets(said.slice(0, 4000), apiKey).replace(/\s+/g, " ").trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
