import type { Role } from "./wire.js";

const HMAC = { name: "HMAC", hash: "SHA-256" } as const;
const text = new TextEncoder();

/** 32 random bytes as hex. */
export const randomHex = (): string => toHex(crypto.getRandomValues(new Uint8Array(32)));

/**
 * Proves that the maker knows the token, for this pair of numbers and this direction only, so that neither an
 * eavesdropper nor a program that took the port learns the token or can use the proof again.
 */
export async function prove(
  token: string,
  by: Role | "bridge",
  theirNonce: string,
  ownNonce: string,
): Promise<string> {
  const signature = await crypto.subtle.sign(HMAC, await keyOf(token), statement(by, theirNonce, ownNonce));
  return toHex(new Uint8Array(signature));
}

/** In constant time: the platform compares. */
export async function isProof(
  proof: string,
  token: string,
  by: Role | "bridge",
  checkersNonce: string,
  makersNonce: string,
): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(proof)) return false;
  const bytes = Uint8Array.from(proof.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return crypto.subtle.verify(HMAC, await keyOf(token), bytes, statement(by, checkersNonce, makersNonce));
}

const keyOf = (token: string) =>
  crypto.subtle.importKey("raw", text.encode(token), HMAC, false, ["sign", "verify"]);

const statement = (by: string, first: string, second: string) =>
  text.encode(`genericagent-bridge:${by}:${first}:${second}`);

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
