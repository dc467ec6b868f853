import { classifyFailure, statusOf } from "./classify-failure.js";
import { describeEndpoint, type Endpoint, originOf, preview } from "./endpoint.js";
import { ModelError, type ModelErrorCode } from "./model-error.js";
import { describeWait, retryAfterMs } from "./retry-after.js";
import { errorObject, failureOf, type ServerFailure } from "./server-failure.js";

/**
 * What was tried, why it failed and what to do next, from anything that a request can throw. Errors of another
 * kind, such as a mistake in this package, come back as they are.
 *
 * @param answering whether the server had begun to answer when it happened
 */
export function toModelError(error: unknown, endpoint: Endpoint, answering: boolean): unknown {
  if (error instanceof ModelError) return error;
  const failure = failureOf(error);
  if (failure) return fromServer(failure, endpoint);
  if (error instanceof SyntaxError)
    return modelError("stream-cut", endpoint, "sent an event that is not JSON; the answer is lost.");
  const cause = systemError(error);
  return cause ? fromNetwork(cause, error, endpoint, answering) : error;
}

/** An error whose message begins with the endpoint. */
export const modelError = (
  code: ModelErrorCode,
  endpoint: Endpoint,
  what: string,
  more: {
    status?: number | undefined;
    retryAfterMs?: number | undefined;
    retryable?: boolean;
    cause?: unknown;
  } = {},
): ModelError =>
  new ModelError({
    code,
    provider: endpoint.provider,
    message: `${describeEndpoint(endpoint)} ${what}`,
    ...more,
  });

function fromServer(failure: ServerFailure, endpoint: Endpoint): ModelError {
  const code = classifyFailure(failure);
  const status = statusOf(failure);
  const wait = retryAfterMs(failure.headers);
  const { message } = errorObject(failure.body);
  const page = /^\s*<(!doctype|html|head|body|\?xml)/i.test(message);
  const said = page ? "a web page instead of JSON" : preview(message, endpoint);
  const answered = code === "refusal" ? "declined" : status ? `answered ${status}` : "failed";
  const next = page && (status ?? 0) < 500 ? PAGE_ADVICE : advice(code, endpoint, failure);
  const again = wait === undefined ? "" : ` It may be tried again in ${describeWait(wait)}.`;
  return modelError(code, endpoint, `${answered}: ${sentence(said)}${next && ` ${next}`}${again}`, {
    status,
    retryAfterMs: wait,
  });
}

const PAGE_ADVICE = "Check the base URL: this address serves a website, not a model.";

function advice(code: ModelErrorCode, endpoint: Endpoint, failure: ServerFailure): string {
  const redirect = failure.headers?.get("location");
  if (redirect && URL.canParse(redirect, endpoint.baseUrl))
    return `It redirects to ${originOf(new URL(redirect, endpoint.baseUrl).href)}: set that as the base URL.`;
  switch (code) {
    case "auth":
      return endpoint.apiKey ? `Check ${endpoint.keyName}.` : `No key was sent: set ${endpoint.keyName}.`;
    case "network":
      return "The proxy wants a name and a password: HTTPS_PROXY=http://NAME:PASSWORD@HOST:PORT.";
    case "billing":
      return "The account has no credit left: top it up or use another provider.";
    case "not-found":
      return `Check that the base URL (${originOf(endpoint.baseUrl)}…${versionHint(endpoint)}) is right and that the model exists there.`;
    case "context-overflow":
      return "The conversation is too long for this model: shorten it or use a model with a larger window.";
    case "overloaded":
    case "server-error":
      return "The fault is on the server's side: try again later or use another model.";
    case "refusal":
      return "Word the request differently or use another model.";
    default:
      return "";
  }
}

/** The commonest mistake in an address of a local server. */
const versionHint = ({ baseUrl, vendorUrl }: Endpoint): string =>
  /\/v\d/.test(vendorUrl) && !/\/v\d/.test(baseUrl) ? ", without the usual /v1" : "";

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text || "no reason given"}.`);

/** As the system reports it; `proxy` is the address of the proxy on whose way it happened. */
type SystemError = Error & { code?: string; proxy?: string };

/** The innermost cause that carries a code of the system, the HTTP parser or undici, or `fetch failed` without one. */
function systemError(error: unknown): SystemError | undefined {
  let found: SystemError | undefined;
  let current: unknown = error;
  for (let depth = 0; depth < 8 && current instanceof Error; depth++) {
    const { code } = current as { code?: unknown };
    if ((current as SystemError).proxy) found = current;
    if (typeof code === "string" && /^(E[A-Z]+|HPE_|UND_ERR|CERT|DEPTH|SELF_SIGNED|UNABLE|ERR_)/.test(code))
      found = current;
    if (/^(fetch failed|terminated|Connection error)/.test(current.message)) found ??= current;
    if (/^Request timed out/.test(current.message)) found ??= current;
    current = current.cause ?? (current as { errors?: unknown[] }).errors?.[0];
  }
  return found;
}

function fromNetwork(
  { code = "", message, proxy }: SystemError,
  cause: unknown,
  endpoint: Endpoint,
  answering: boolean,
): ModelError {
  const origin = originOf(endpoint.baseUrl);
  const say = (kind: ModelErrorCode, what: string, retryable?: boolean) =>
    modelError(kind, endpoint, what, retryable === undefined ? { cause } : { cause, retryable });
  if (/TIMEOUT|ETIMEDOUT/.test(code) || /timed out/.test(message))
    return say("idle-timeout", "did not answer in time. Is the server busy or the network slow?");
  if (answering) return say("stream-cut", `closed the connection in mid-answer (${code || message}).`);
  if (proxy)
    return say(
      "network",
      `could not be reached through the proxy ${proxy}: ${code || message}. Check HTTPS_PROXY, or name the host in NO_PROXY.`,
    );
  if (code === "ECONNREFUSED")
    return say("network", `could not be reached: connection refused. Is the server running at ${origin}?`);
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return say(
      "network",
      `could not be reached: the name of ${origin} is unknown. Check the base URL and the network.`,
    );
  if (/CERT|SIGNED|SIGNATURE|ERR_TLS|ERR_SSL/.test(code))
    return say(
      "network",
      `has a certificate that is not trusted (${code}). Check the address and the proxy.`,
      false,
    );
  if (/ERR_INVALID_URL/.test(code))
    return say("network", "has no readable address. Check the base URL.", false);
  return say(
    "network",
    `could not be reached: ${code || message}. Check the network and the base URL ${origin}.`,
  );
}
