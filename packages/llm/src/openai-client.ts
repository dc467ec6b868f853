import { MAX_TIMER_MS } from "./abortable-sleep.js";
import { hostOf } from "./endpoint.js";
import type { Exchange } from "./exchange.js";
import type { OpenAI } from "./openai-sdk.js";
import type { EndpointDefaults } from "./resolve-endpoint.js";

export const openAIDefaults: EndpointDefaults = {
  provider: "openai",
  baseUrl: "https://api.openai.com/v1",
  keyVariable: "OPENAI_API_KEY",
  baseUrlVariable: "OPENAI_BASE_URL",
};

/** An SDK client for one exchange. The SDK is loaded by the first one. */
export async function openAIClient(
  { endpoint, fetch }: Exchange,
  headers: Record<string, string> = {},
): Promise<OpenAI> {
  const { OpenAI } = await import("./openai-sdk.js");
  const { apiKey, baseUrl, vendorUrl } = endpoint;
  const foreign = hostOf(baseUrl) !== hostOf(vendorUrl);
  return new OpenAI({
    apiKey: apiKey ?? "none",
    adminAPIKey: null,
    baseURL: baseUrl,
    defaultHeaders: { ...(apiKey ? {} : { Authorization: null }), ...headers },
    // The account's names are nobody else's business.
    ...(foreign && { organization: null, project: null }),
    fetch,
    maxRetries: 0,
    timeout: MAX_TIMER_MS, // the exchange has its own clock
    logLevel: "off",
  });
}
