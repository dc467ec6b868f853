import { preview } from "./endpoint.js";
import type { Exchange } from "./exchange.js";
import type { WireResponse } from "./http-fetch.js";
import { asObject, parseJson } from "./loose-json.js";
import { ServerFailure } from "./server-failure.js";
import { type SseEvent, SseReader } from "./sse-reader.js";
import { modelError } from "./to-model-error.js";

/**
 * The parsed events of an answer, in the batches in which they arrived. What the body is, is decided by its first
 * character and not by its content type, which local servers and proxies get wrong: one JSON document is one
 * event, a web page is an error.
 */
export async function* readAnswer(
  response: Pick<WireResponse, "body">,
  exchange: Exchange,
): AsyncGenerator<Iterable<unknown>, void, void> {
  const reader = new SseReader();
  const head: Uint8Array[] = [];
  let first = "";
  for await (const chunk of exchange.chunks(response)) {
    if (first === "") first = firstCharacter(chunk);
    if (first === "" || first === "{" || first === "[" || first === "<") {
      head.push(chunk);
      if (first === "<") break;
    } else {
      yield parse(reader.push(chunk), exchange);
    }
  }
  if (first === "<") throw webPage(textOf(head), exchange);
  if (first === "{" || first === "[") yield [parseDocument(textOf(head), exchange)];
  else yield parse(reader.end(), exchange, true);
}

/** Empty while all is blank. A byte order mark counts as blank. */
function firstCharacter(chunk: Uint8Array): string {
  const byte = chunk.find((value) => value > 0x20 && value !== 0xef && value !== 0xbb && value !== 0xbf);
  return byte === undefined ? "" : String.fromCharCode(byte);
}

const textOf = (parts: readonly Uint8Array[]): string => new TextDecoder().decode(Buffer.concat(parts));

/** Data that cannot be JSON, such as `[DONE]` or `ping`, says nothing to us; JSON that is broken is a broken stream. */
function* parse(events: readonly SseEvent[], exchange: Exchange, atEnd = false): Generator<unknown> {
  for (const { name, data } of events) {
    exchange.sawEvent();
    if (name === "error") throw new ServerFailure(parseJson(data) ?? data);
    if (!data.startsWith("{")) continue;
    const value = atEnd ? parseJson(data) : JSON.parse(data);
    if (value !== undefined) yield value;
  }
}

/** A server that does not stream answers with one document. */
function parseDocument(text: string, exchange: Exchange): unknown {
  const said = preview(text, exchange.endpoint);
  const document = parseJson(text.trim());
  if (document === undefined)
    throw exchange.fail(modelError("stream-cut", exchange.endpoint, `sent JSON that is not whole: ${said}`));
  if (asObject(document).error) throw new ServerFailure(document);
  exchange.document = said;
  return document;
}

function webPage(page: string, exchange: Exchange): unknown {
  const what = "answered with a web page instead of a model's answer. Check the base URL";
  return exchange.fail(
    modelError("bad-response", exchange.endpoint, `${what}: ${preview(page, exchange.endpoint)}`),
  );
}
