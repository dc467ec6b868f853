import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { HeaderList } from "./header-list.js";
import { proxyRoute } from "./proxy-route.js";

/** As much of a `Response` as the SDKs and `readAnswer` read. */
export type WireResponse = Pick<Response, "ok" | "status" | "statusText" | "url" | "text"> & {
  headers: Pick<Headers, "get" | "has" | "entries">;
  body: AsyncIterable<Uint8Array> | null;
};

/**
 * `fetch` for a request with a text as its body, over `node:http`: Node's own costs 30 ms and 30 MB more before the
 * first byte. Redirects are not followed. Goes through the proxy that the environment names; an error on that way has
 * its address as `proxy`.
 */
export async function httpFetch(url: string, init: RequestInit): Promise<WireResponse> {
  const { request } = url.startsWith("https:") ? await import("node:https") : await import("node:http");
  const { method = "GET", headers, signal, body } = init;
  signal?.throwIfAborted();
  const route = await proxyRoute(url);
  const options: RequestOptions = {
    method,
    headers: Object.fromEntries((headers ?? []) as Iterable<[string, string]>),
    ...(signal && { signal }),
    ...(route && { agent: route.agent }),
  };
  const send = () => request(url, options);
  const answer = await answerTo(send, body as string | undefined)
    .catch((error: unknown) => {
      if (!(error instanceof StaleConnection)) throw error;
      return answerTo(send, body as string | undefined);
    })
    .catch((error: Error) => {
      throw route ? Object.assign(error, { proxy: route.origin }) : error;
    });
  return await asResponse(url, answer);
}

/** A connection that was kept open, and that the server closed just when it was used again. */
class StaleConnection extends Error {}

const answerTo = (send: () => ClientRequest, body: string | undefined): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = send();
    request.once("response", resolve);
    request.on("error", (error: NodeJS.ErrnoException) => {
      const isStale = request.reusedSocket && ["ECONNRESET", "EPIPE"].includes(error.code ?? "");
      reject(isStale ? new StaleConnection(error.message, { cause: error }) : error);
    });
    request.end(body);
  });

async function asResponse(url: string, message: IncomingMessage): Promise<WireResponse> {
  const { statusCode: status = 0, statusMessage: statusText = "" } = message;
  const body = await decoded(message);
  return {
    ...{ url, status, statusText, body },
    ok: status >= 200 && status < 300,
    headers: new HeaderList(pairsOf(message.rawHeaders)),
    async text() {
      const parts: Uint8Array[] = [];
      for await (const part of body) parts.push(part);
      return new TextDecoder().decode(Buffer.concat(parts));
    },
  };
}

/** Nobody asked for a compressed answer; some proxies send one nevertheless. */
async function decoded(message: IncomingMessage): Promise<AsyncIterable<Uint8Array>> {
  const encoding = message.headers["content-encoding"];
  if (!encoding || encoding === "identity") return message;
  const { createBrotliDecompress, createUnzip } = await import("node:zlib");
  const decoder = encoding === "br" ? createBrotliDecompress() : createUnzip();
  message.once("error", (error) => decoder.destroy(error));
  decoder.once("close", () => message.destroy());
  return message.pipe(decoder);
}

function* pairsOf(raw: readonly string[]): Iterable<[string, string]> {
  for (let at = 0; at + 1 < raw.length; at += 2) yield [raw[at]!, raw[at + 1]!];
}
