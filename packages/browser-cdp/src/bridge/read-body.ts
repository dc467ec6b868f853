import type { IncomingMessage } from "node:http";
import { Refused } from "./bridge-door.js";

/** The JSON body of a request. @throws Refused when it is too large or no JSON object. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<object> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Refused(413, "refused", `A body has at most ${maxBytes} bytes here.`);
    chunks.push(chunk);
  }
  const body = parse(Buffer.concat(chunks).toString("utf8"));
  if (typeof body === "object" && body !== null) return body;
  throw new Refused(400, "refused", "The body is no JSON object.");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
