import { isProof, prove, randomHex } from "./proof.js";
import { type HelloReply, type JoinReply, type Refusal, type Role, WIRE_VERSION } from "./wire.js";

export interface HandshakeOptions {
  port: number;
  token: string;
  role: Role;
  /** What the other side may call us, for example `Chrome/139.0.7258.66`. */
  product: string;
  /** Milliseconds for each of the two requests. Default 1 500. */
  timeoutMs?: number;
}

/** How asking at a port ended. `absent`: nothing of ours listens there. */
export type Handshake =
  | { kind: "joined"; ticket: string }
  | { kind: "absent" }
  | { kind: "refused"; code: Refusal["error"]["code"]; message: string };

/**
 * Asks the bridge at a port to let us in. Each side proves to the other that it knows the token; the token itself
 * does not travel, so a stranger who listens at the port learns nothing.
 */
export async function shakeHands(options: HandshakeOptions): Promise<Handshake> {
  const { token, role, product } = options;
  const nonce = randomHex();
  const hello = await post<HelloReply>(options, "hello", { role, version: WIRE_VERSION, nonce });
  if (!("reply" in hello)) return hello;
  const theirs = hello.reply;
  if (theirs.version !== WIRE_VERSION) return { kind: "refused", ...otherVersion(theirs.version) };
  if (!(await isProof(theirs.proof, token, "bridge", nonce, theirs.nonce))) return strangersToken;
  const proof = await prove(token, role, theirs.nonce, nonce);
  const joined = await post<JoinReply>(options, "join", { nonce: theirs.nonce, proof, product });
  return "reply" in joined ? { kind: "joined", ticket: joined.reply.ticket } : joined;
}

const strangersToken: Handshake = {
  kind: "refused",
  code: "bad-token",
  message:
    "The bridge there has another token: it is another user's, or `ga browser setup` has to run again.",
};

const otherVersion = (version: unknown): Refusal["error"] => ({
  code: "wire-version",
  message: `The bridge speaks version ${version} of the wire, this side version ${WIRE_VERSION}.`,
});

async function post<Reply>(
  { port, timeoutMs = 1500 }: HandshakeOptions,
  path: string,
  body: object,
): Promise<{ reply: Reply } | Exclude<Handshake, { kind: "joined" }>> {
  try {
    // Sent as text: JSON would make the browser ask for leave first.
    const response = await fetch(`http://127.0.0.1:${port}/${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = (await response.json()) as Reply | Refusal;
    if (response.ok) return { reply: answer as Reply };
    const { code, message } = (answer as Refusal).error;
    return { kind: "refused", code, message };
  } catch {
    return { kind: "absent" }; // refused, silent, or no bridge of ours
  }
}
