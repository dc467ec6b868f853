import type { ModelAnswer } from "../testing/model-answer.js";
import type { ServerAnswer } from "./conformance-case.js";

/** The bytes of an answer as a case describes it. */
export function encodeServerAnswer({ status, headers, events, say, body, cut }: ServerAnswer): ModelAnswer {
  if (say !== undefined) return { text: say };
  const stream = events?.map(encodeEvent).join("");
  const sent = stream ?? body;
  const answer = {
    ...(status !== undefined && { status }),
    ...(events && { headers: { "content-type": "text/event-stream", ...headers } }),
    ...(!events && headers && { headers }),
    ...(sent !== undefined && { body: sent }),
  };
  return cut ? { ...answer, cutAfterBytes: Buffer.byteLength(stream ?? "") } : answer;
}

function encodeEvent(event: object | string): string {
  if (typeof event === "string") return `data: ${event}\n\n`;
  const { type } = event as { type?: unknown };
  return `${typeof type === "string" ? `event: ${type}\n` : ""}data: ${JSON.stringify(event)}\n\n`;
}
