import { asNumber } from "./loose-json.js";
import type { ModelErrorCode } from "./model-error.js";
import { errorObject, type ServerFailure } from "./server-failure.js";

/** Which kind of failure a server's answer is, from its status, its labels and, last, its words. */
export function classifyFailure(failure: ServerFailure): ModelErrorCode {
  const { message, labels } = errorObject(failure.body);
  const status = statusOf(failure);
  const said = `${labels} ${message}`;

  if (/\brefusal\b|content_filter|content_policy|responsibleaipolicy/i.test(labels)) return "refusal";
  if (status === 402 || BILLING.test(said)) return "billing";
  if (status !== 429 && (status === 413 || CONTEXT.test(said))) return "context-overflow";
  if (status === 407) return "network";
  if (status === 401 || status === 403 || AUTH.test(labels)) return "auth";
  if (status === 429 || /rate_?limit/i.test(labels)) return "rate-limit";
  if (status === 529 || status === 503 || /overloaded|slow_down/i.test(said)) return "overloaded";
  if (status === 404 || status === 405 || /not_found/i.test(labels)) return "not-found";
  if (status === 408 || status === 409 || (status && status >= 500)) return "server-error";
  if (status && status >= 300 && status < 400) return "not-found";
  if (status && status >= 400) return "bad-request";
  return /invalid_request|bad_request/i.test(labels) ? "bad-request" : "server-error";
}

/** The HTTP status; inside a stream that began with 200, the number some servers give as the error's `code`. */
export function statusOf({ status, body }: ServerFailure): number | undefined {
  if (status !== undefined && status !== 200) return status;
  const code = asNumber(errorObject(body).code);
  return code !== undefined && code >= 400 && code < 600 ? code : undefined;
}

const AUTH = /authentication_error|permission_error|invalid_api_key|unauthorized/i;

const BILLING =
  /billing_error|insufficient_quota|insufficient[ _](balance|funds|credits)|credit balance|exceeded_current_quota|exceeded your current quota|arrears|payment required/i;

/** The words of Anthropic, OpenAI, Gemini, DeepSeek, Kimi, Qwen, xAI, vLLM, llama.cpp, LM Studio and Ollama. */
const CONTEXT =
  /context_length_exceeded|context_window_exceeded|exceed_context_size|request_too_large|prompt is too long|context[ _-](length|window|limit|size)|maximum (context|prompt) length|input (is |was )?too long|input (token count|length)[^.]* exceeds|exceeds? the (model's |maximum )?(input|number of) tokens|too many (input|prompt) tokens|exceeded model token limit|range of input length/i;
