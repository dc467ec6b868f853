import type { Wire } from "@genericagent/core-loop";

/** What a wire's documentation, or the words of its refusals, say about names and ids. */
export interface WireLimits {
  maxIdChars: number;
  /** A character that ids may not have. */
  idRefuses: RegExp;
  maxNameChars: number;
}

export const WIRE_LIMITS: Record<Wire, WireLimits> = {
  // `tool_use.id` must match ^[a-zA-Z0-9_-]+$; no length is published, 64 is what others allow at most.
  anthropic: { maxIdChars: 64, idRefuses: /[^a-zA-Z0-9_-]/, maxNameChars: 128 },
  // "Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40": OpenAI and
  // Azure say so, also behind routers, whose address does not show it. So it holds for every host.
  "openai-chat": { maxIdChars: 40, idRefuses: /[\p{C}\p{Z}]/u, maxNameChars: 64 },
  "openai-responses": { maxIdChars: 64, idRefuses: /[\p{C}\p{Z}]/u, maxNameChars: 128 },
};

/** A character that the names of tools may not have, on any wire. */
export const NAME_REFUSES = /[^a-zA-Z0-9_-]/;

/** Images every provider reads. */
export const IMAGE_TYPES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
