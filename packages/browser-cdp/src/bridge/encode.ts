import { MAX_MESSAGE_BYTES, type WireMessage } from "./wire.js";

/** As JSON, or undefined when the message is larger than the wire carries. */
export function encode(message: WireMessage): string | undefined {
  const text = JSON.stringify(message);
  // A UTF-16 unit takes at most three bytes in UTF-8, so short texts need no counting.
  const isSmall = text.length * 3 <= MAX_MESSAGE_BYTES;
  return isSmall || new TextEncoder().encode(text).length <= MAX_MESSAGE_BYTES ? text : undefined;
}

/** The message, or undefined for what is no JSON object. */
export function parse(text: string): WireMessage | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as WireMessage) : undefined;
  } catch {
    return undefined;
  }
}
