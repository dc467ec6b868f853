import type { IncomingMessage } from "node:http";
import { isProof, prove, randomHex } from "./proof.js";
import { EXTENSION_ORIGIN, type RefusalKind, type Role, WIRE_VERSION } from "./wire.js";

/** Let in: by whom, and what it calls itself. */
export interface Guest {
  role: Role;
  product: string;
}

/** Why a request is not answered, as the status and the body that it gets. Does not leave the bridge. */
export class Refused extends Error {
  override readonly name = "Refused";
  constructor(
    readonly status: 400 | 403 | 404 | 409 | 413,
    readonly code: RefusalKind,
    message: string,
  ) {
    super(message);
  }
}

/** Numbers and tickets are kept for this long, and so many of each: strangers cannot fill the memory. */
const LIFETIME_MS = 10_000;
const MAX_OPEN = 64;

/** Decides who comes in. Knows the token; holds no connection. */
export class BridgeDoor {
  private readonly hellos = new Map<string, { role: Role; theirs: string }>();
  private readonly tickets = new Map<string, Guest>();

  constructor(private readonly token: string) {}

  /**
   * Refuses what comes from a web page or by a foreign name, before anything else is read. Browsers name the page in
   * `Origin`, and scripts cannot change it; a page that had its own name point to this machine shows in `Host`.
   */
  checkHeaders({ headers }: IncomingMessage, port: number): Refused | undefined {
    if (headers.host !== `127.0.0.1:${port}` && headers.host !== `localhost:${port}`)
      return new Refused(403, "refused", "The bridge answers to 127.0.0.1 alone.");
    if (headers.origin !== undefined && headers.origin !== EXTENSION_ORIGIN)
      return new Refused(403, "refused", "The bridge is for the GenericAgent extension alone.");
    return undefined;
  }

  async hello(body: unknown, origin: string | undefined): Promise<object> {
    const { role, version, nonce } = fieldsOf(body);
    if (version !== WIRE_VERSION) throw otherVersion(version);
    // A browser always names the origin of a request like this, so without one it is no page and no extension.
    if (role !== (origin === EXTENSION_ORIGIN ? "extension" : "client"))
      throw new Refused(403, "refused", `This is not how a ${role === "client" ? "client" : "guest"} asks.`);
    if (!isNonce(nonce)) throw new Refused(400, "refused", "A hello needs a nonce of 32 bytes as hex.");
    const own = randomHex();
    keep(this.hellos, own, { role, theirs: nonce });
    return { version: WIRE_VERSION, nonce: own, proof: await prove(this.token, "bridge", nonce, own) };
  }

  /** @returns who it is, once: the number cannot be used again, whatever the outcome. */
  async join(body: unknown, origin: string | undefined): Promise<Guest> {
    const { nonce, proof, product } = fieldsOf(body);
    const hello = this.hellos.get(String(nonce));
    this.hellos.delete(String(nonce));
    const isExtension = origin === EXTENSION_ORIGIN;
    const isRight =
      hello !== undefined &&
      isExtension === (hello.role === "extension") &&
      (await isProof(String(proof), this.token, hello.role, String(nonce), hello.theirs));
    if (!isRight)
      throw new Refused(403, "bad-token", "The token is not this bridge's: run `ga browser setup` again.");
    return { role: hello.role, product: String(product).slice(0, 100) };
  }

  ticketFor(guest: Guest): string {
    const ticket = randomHex();
    keep(this.tickets, ticket, guest);
    return ticket;
  }

  /** Takes a ticket back: each opens one connection. */
  redeem(ticket: string): Guest | undefined {
    const guest = this.tickets.get(ticket);
    this.tickets.delete(ticket);
    return guest;
  }
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  const [oldest] = map.keys();
  if (map.size >= MAX_OPEN && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
  setTimeout(() => map.delete(key), LIFETIME_MS).unref();
}

const fieldsOf = (body: unknown): Record<string, unknown> =>
  typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};

const isNonce = (value: unknown): value is string =>
  typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

const otherVersion = (version: unknown): Refused =>
  new Refused(
    409,
    "wire-version",
    `The extension speaks version ${version} of the wire, this ga version ${WIRE_VERSION}. ` +
      "Run `ga browser setup`, then press the reload arrow of GenericAgent at chrome://extensions.",
  );
