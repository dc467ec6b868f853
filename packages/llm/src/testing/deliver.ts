import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { EncodedAnswer } from "./encode-answer.js";
import type { Delivery } from "./model-answer.js";

/** Sends the bytes as the script says: late, in pieces, not all of them, or not to the end. */
export async function deliver(
  response: ServerResponse,
  answer: EncodedAnswer,
  delivery: Delivery,
): Promise<void> {
  const { delayMs = 0, cutAfterBytes, stallAfterBytes, splitEvery } = delivery;
  if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
  const limit = Math.min(
    cutAfterBytes ?? Number.POSITIVE_INFINITY,
    stallAfterBytes ?? Number.POSITIVE_INFINITY,
  );
  const body = Buffer.concat(answer.parts);
  const sent = body.subarray(0, limit);
  response.socket?.setNoDelay(true);
  response.writeHead(answer.status, answer.headers);
  response.flushHeaders();

  const pieces = splitEvery || limit < body.length ? inPieces(sent, splitEvery) : answer.parts;
  for (const piece of pieces) {
    if (response.destroyed) return;
    const flushed = new Promise((resolve) => response.write(piece, resolve));
    if (splitEvery) await flushed;
  }
  if (limit > body.length || limit === Number.POSITIVE_INFINITY) response.end();
  else if (cutAfterBytes === limit) response.write("", () => response.socket?.destroy());
}

function* inPieces(bytes: Buffer, size = bytes.length): Generator<Buffer> {
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
}
