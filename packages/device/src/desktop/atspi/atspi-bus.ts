import type { EventEmitter } from "node:events";
import { existsSync } from "node:fs";
import { errorMessage } from "@genericagent/core-loop";
import { Message, type MessageBus, sessionBus } from "@jellybrick/dbus-next";
import { DeviceError } from "../../device-error.js";
import { withLimit } from "../../with-limit.js";

/** Which object of which application: bus name and path. */
export type AtspiRef = readonly [bus: string, path: string];

export interface AtspiCall {
  ref: AtspiRef;
  /** The last part of the interface's name. */
  face: string;
  member: string;
  signature?: string;
  body?: unknown[];
  /** Default 2500: a stopped application never answers. */
  limitMs?: number;
}

const CALL_LIMIT_MS = 2500;
const REGISTRY = "org.a11y.atspi.Registry";
const ROOT: AtspiRef = [REGISTRY, "/org/a11y/atspi/accessible/root"];
const MEND =
  "Start ga inside the desktop session; without one: dbus-run-session, and the package at-spi2-core.";

/** The bus on which applications show their accessibility trees. */
export class AtspiBus {
  readonly #bus: MessageBus;
  #failure: Error | undefined;

  private constructor(bus: MessageBus) {
    this.#bus = bus;
    errorsOf(bus).on("error", (error: Error) => {
      this.#failure = error;
    });
  }

  static async open(env: NodeJS.ProcessEnv): Promise<AtspiBus> {
    const address = await accessibilityAddress(sessionAddress(env));
    const opened = new AtspiBus(sessionBus({ busAddress: address }));
    // Applications fill their caches only while somebody listens to events.
    await opened
      .call({
        ref: [REGISTRY, "/org/a11y/atspi/registry"],
        face: "Registry",
        member: "RegisterEvent",
        signature: "sass",
        body: ["window:activate", [], ""],
      })
      .catch(() => {});
    return opened;
  }

  async call({
    ref,
    face,
    member,
    signature = "",
    body = [],
    limitMs = CALL_LIMIT_MS,
  }: AtspiCall): Promise<unknown[]> {
    if (this.#failure)
      throw new DeviceError("no-session-bus", `The accessibility bus is gone: ${this.#failure.message}.`);
    const [destination, path] = ref;
    const call = new Message({ destination, path, interface: faceName(face), member, signature, body });
    const reply = await withLimit(
      this.#bus.call(call),
      limitMs,
      () => `The application did not answer ${member} within ${limitMs} ms; it hangs or is stopped.`,
    );
    return reply?.body ?? [];
  }

  async property<T>(ref: AtspiRef, face: string, name: string): Promise<T | undefined> {
    const body = [faceName(face), name];
    const [variant] = await this.call({ ref, face: PROPERTIES, member: "Get", signature: "ss", body });
    return (variant as { value?: T } | undefined)?.value;
  }

  /** The applications that show a tree. */
  async applications(): Promise<AtspiRef[]> {
    const [children] = await this.call({ ref: ROOT, face: "Accessible", member: "GetChildren" });
    return children as AtspiRef[];
  }

  close(): void {
    this.#bus.disconnect();
  }
}

/** The types of the library leave this event out. */
const errorsOf = (bus: MessageBus): EventEmitter => bus as unknown as EventEmitter;

export const PROPERTIES = "org.freedesktop.DBus.Properties";
export const faceName = (face: string): string => (face.includes(".") ? face : `org.a11y.atspi.${face}`);

function sessionAddress(env: NodeJS.ProcessEnv): string {
  const fallback = env.XDG_RUNTIME_DIR && `${env.XDG_RUNTIME_DIR}/bus`;
  const address =
    env.DBUS_SESSION_BUS_ADDRESS || (fallback && existsSync(fallback) ? `unix:path=${fallback}` : undefined);
  if (address) return address;
  throw new DeviceError(
    "no-session-bus",
    `There is no session bus: DBUS_SESSION_BUS_ADDRESS is not set, so no accessibility tree can be read. ${MEND}`,
  );
}

async function accessibilityAddress(address: string): Promise<string> {
  let session: MessageBus | undefined;
  try {
    const bus = sessionBus({ busAddress: address });
    session = bus;
    const broken = new Promise<never>((_, reject) => errorsOf(bus).on("error", reject));
    broken.catch(() => {});
    const call = new Message({
      destination: "org.a11y.Bus",
      path: "/org/a11y/bus",
      interface: "org.a11y.Bus",
      member: "GetAddress",
    });
    const limitMs = 4000;
    const reply = await withLimit(
      Promise.race([bus.call(call), broken]),
      limitMs,
      () => `org.a11y.Bus did not answer within ${limitMs} ms`,
    );
    return String(reply?.body[0]);
  } catch (error) {
    throw new DeviceError(
      "no-session-bus",
      `The accessibility bus could not be found through ${address.split(",", 1)[0]}: ${errorMessage(error).trim()}. ${MEND}`,
      error,
    );
  } finally {
    session?.disconnect();
  }
}
