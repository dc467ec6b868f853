import { preview } from "./endpoint.js";
import type { Exchange } from "./exchange.js";
import { asObject, parseJson } from "./loose-json.js";
import { modelError } from "./to-model-error.js";

/** More of an error's body is not read. */
const MAX_ERROR_BYTES = 64 * 1024;

type Chunks = AsyncIterableIterator<Uint8Array>;

/**
 * The response as the SDK shall see it: events. What the body is, is decided by its first character and not by
 * its content type, which local servers and proxies get wrong: one JSON document becomes one event, a web page
 * becomes a typed error.
 */
export async function readAnswer(response: Response, exchange: Exchange): Promise<Response> {
  if (!response.body) {
    if (!response.ok) return response;
    throw exchange.fail(
      modelError("bad-response", exchange.endpoint, `answered ${response.status} without a body.`),
    );
  }
  const chunks = watched(response.body.getReader(), exchange);
  if (!response.ok) return withBody(response, await readText(chunks, MAX_ERROR_BYTES));

  const head = await readHead(chunks);
  const first = firstCharacter(head);
  if (first === "{" || first === "[") return withBody(response, await readDocument(head, chunks, exchange));
  if (first === "<") {
    await chunks.return?.();
    const said = preview(new TextDecoder().decode(concat(head)), exchange.endpoint);
    const what = "answered with a web page instead of a model's answer. Check the base URL";
    throw exchange.fail(modelError("bad-response", exchange.endpoint, `${what}: ${said}`));
  }
  // The SDKs only iterate the body. A second stream around it would double the cost of every small chunk.
  Object.defineProperty(response, "body", { value: startingWith(head, chunks) });
  return response;
}

const withBody = ({ status, statusText, headers }: Response, body: string): Response =>
  new Response(body, { status, statusText, headers });

/** The body's chunks, with the idle clock running while one is awaited and every byte counted. */
function watched(reader: ReadableStreamDefaultReader<Uint8Array>, exchange: Exchange): Chunks {
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const step = await exchange.waitFor(reader.read());
      if (step.done) return { done: true, value: undefined };
      exchange.count(step.value.byteLength);
      return step;
    },
    async return() {
      await reader.cancel().catch(() => {});
      return { done: true, value: undefined };
    },
  };
}

/** The chunks up to the first character that is not blank. */
async function readHead(chunks: Chunks): Promise<Uint8Array[]> {
  const head: Uint8Array[] = [];
  while (firstCharacter(head) === "") {
    const step = await chunks.next();
    if (step.done) break;
    head.push(step.value);
  }
  return head;
}

/** Empty while all is blank. A byte order mark counts as blank. */
function firstCharacter(head: readonly Uint8Array[]): string {
  for (const chunk of head)
    for (const byte of chunk)
      if (byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf) return String.fromCharCode(byte);
  return "";
}

/** A server that does not stream answers with one JSON document: it becomes one event. */
async function readDocument(head: Uint8Array[], chunks: Chunks, exchange: Exchange): Promise<string> {
  const text = await readText(startingWith(head, chunks));
  const json = parseJson(text.replace(/^\uFEFF/, ""));
  exchange.document = preview(text, exchange.endpoint);
  if (json === undefined)
    throw exchange.fail(
      modelError("stream-cut", exchange.endpoint, `sent JSON that is not whole: ${exchange.document}`),
    );
  const event = asObject(json).error ? "error" : "message";
  return `event: ${event}\ndata: ${JSON.stringify(json)}\n\n`;
}

/** The text of the rest, cut off at a limit. */
async function readText(chunks: Chunks, limit = Number.POSITIVE_INFINITY): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= limit) break;
  }
  return new TextDecoder().decode(concat(parts).subarray(0, limit));
}

const concat = (parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts);

function startingWith(head: readonly Uint8Array[], rest: Chunks): Chunks {
  let position = 0;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: async () => {
      const value = head[position++];
      return value ? { done: false, value } : rest.next();
    },
    return: async () => rest.return!(),
  };
}
