import { createHash } from "node:crypto";

/** SHA-256 of the bytes, hex. */
export const versionOf = (content: string | Uint8Array): string =>
  createHash("sha256").update(content).digest("hex");

/** The hash a receipt names: that of a tool result's content, as the session journal has it. */
export const outputHash = (content: unknown): string => versionOf(JSON.stringify(content));
