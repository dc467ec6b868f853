import { asObject, asText } from "../loose-json.js";
import { anthropicDocument, encodeAnthropic } from "./encode-anthropic.js";
import { encodeOpenAIChat, openAIChatDocument } from "./encode-openai-chat.js";
import { encodeOpenAIResponses, openAIResponsesDocument } from "./encode-openai-responses.js";
import { isRaw, type ModelAnswer, type RawAnswer, type ReceivedRequest } from "./model-answer.js";
import { type FullReply, fillReply } from "./scripted-reply.js";

/** An answer in bytes. `parts` are the events of a stream, or one part. */
export interface EncodedAnswer {
  status: number;
  headers: Record<string, string>;
  parts: Uint8Array[];
}

/** What goes over the wire for an answer to this request. */
export function encodeAnswer(
  answer: ModelAnswer,
  request: ReceivedRequest,
  nextCallId: () => string,
): EncodedAnswer {
  if (isRaw(answer)) return encodeRaw(answer);
  const reply = fillReply(answer, nextCallId);
  const model = asText(request.body.model) || "test-model";
  if (answer.asDocument || request.body.stream !== true)
    return encodeRaw({ body: DOCUMENTS[request.wire](reply, model) });
  const frames = encodeStream(reply, model, answer.deltaChars ?? 8, request);
  return {
    status: 200,
    headers: { "content-type": "text/event-stream" },
    parts: frames.map((frame) => Buffer.from(frame)),
  };
}

const DOCUMENTS = {
  anthropic: anthropicDocument,
  "openai-chat": openAIChatDocument,
  "openai-responses": openAIResponsesDocument,
};

function encodeStream(
  reply: FullReply,
  model: string,
  chars: number,
  { wire, body }: ReceivedRequest,
): string[] {
  if (wire === "anthropic") return encodeAnthropic(reply, model, chars);
  if (wire === "openai-responses") return encodeOpenAIResponses(reply, model, chars);
  return encodeOpenAIChat(reply, model, chars, asObject(body.stream_options).include_usage === true);
}

function encodeRaw({ status = 200, headers = {}, body }: RawAnswer): EncodedAnswer {
  const content = body ?? {
    type: "error",
    error: { type: "scripted", message: `scripted status ${status}` },
  };
  const bytes =
    content instanceof Uint8Array
      ? content
      : Buffer.from(typeof content === "string" ? content : JSON.stringify(content));
  return { status, headers: { "content-type": contentType(content), ...headers }, parts: [bytes] };
}

function contentType(body: unknown): string {
  if (typeof body !== "string") return body instanceof Uint8Array ? "text/event-stream" : "application/json";
  if (/^\s*</.test(body)) return "text/html";
  return /^(data|event|id|:)/m.test(body) ? "text/event-stream" : "text/plain";
}
