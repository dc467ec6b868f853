import type { JsonObject } from "@genericagent/core-loop";
import { asObject, asText } from "../loose-json.js";

/** Fields of a part that arrive in pieces. */
const PIECES = ["text", "summary", "data"];

/** The parts of `reasoning_details` as OpenRouter wants them back: pieces of one part joined, their order kept. */
export class ReasoningDetails {
  readonly parts: JsonObject[] = [];

  /** Adds what a chunk brought, and returns its readable text. */
  push(chunk: readonly unknown[]): string {
    let text = "";
    for (const piece of chunk.map(asObject)) {
      text += asText(piece.text) || asText(piece.summary);
      const last = this.parts.at(-1);
      if (last && isSamePart(last, piece)) this.parts[this.parts.length - 1] = join(last, piece);
      else this.parts.push(piece);
    }
    return text;
  }
}

const isSamePart = (last: JsonObject, piece: JsonObject): boolean =>
  last.type === piece.type &&
  last.index === piece.index &&
  (piece.id === undefined || piece.id === null || piece.id === last.id);

function join(last: JsonObject, piece: JsonObject): JsonObject {
  const joined = { ...last };
  for (const [key, value] of Object.entries(piece)) {
    const both = PIECES.includes(key) && typeof last[key] === "string" && typeof value === "string";
    if (both) joined[key] = `${last[key]}${value}`;
    else if (value !== null && value !== undefined) joined[key] = value;
  }
  return joined;
}
