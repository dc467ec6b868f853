import { setTimeout as sleep } from "node:timers/promises";
import { errorMessage } from "@genericagent/core-loop";
import { Adb, AdbServerClient } from "@yume-chan/adb";
import { AdbServerNodeTcpConnector } from "@yume-chan/adb-server-node-tcp";
import { DeviceError } from "../device-error.js";
import { runProgram } from "../run-program.js";
import { withLimit } from "../with-limit.js";

export interface AdbServer {
  host: string;
  port: number;
}

export interface AndroidListing {
  serial: string;
  state: "device" | "offline" | "unauthorized";
  model?: string;
}

const LIMIT_MS = 8000;
/** The user may be at the phone to accept. */
const ALLOW_LIMIT_MS = 8000;
const INSTALL = "Install it (Debian: adb; elsewhere: Android platform-tools).";

/** The address that `adb` itself uses. */
export const defaultServer = (env: NodeJS.ProcessEnv): AdbServer => ({
  host: "127.0.0.1",
  port: Number(env.ANDROID_ADB_SERVER_PORT) || 5037,
});

/** All devices that the server knows, also those that cannot be used. The server is started when it does not run. */
export async function listByServer(server: AdbServer, env: NodeJS.ProcessEnv): Promise<AndroidListing[]> {
  const client = await openClient(server, env);
  const devices = await limited(client.getDevices(["device", "offline", "unauthorized"]), "list its devices");
  return devices.map(({ serial, state, model }) => ({ serial, state, ...(model && { model }) }));
}

/** @param serial the only usable device when missing; `host:port` is connected to when it is not known yet. */
export async function connectByServer(
  server: AdbServer,
  env: NodeJS.ProcessEnv,
  serial: string | undefined,
): Promise<Adb> {
  const client = await openClient(server, env);
  const chosen = await choose(client, server, env, serial);
  const transport = await limited(client.createTransport({ serial: chosen }), `open ${chosen}`);
  return new Adb(transport);
}

async function choose(
  client: AdbServerClient,
  server: AdbServer,
  env: NodeJS.ProcessEnv,
  serial: string | undefined,
): Promise<string> {
  let devices = await listByServer(server, env);
  const known = devices.find((device) => device.serial === serial);
  if (serial?.includes(":") && known?.state !== "device" && known?.state !== "unauthorized") {
    await connectAnew(client, serial, known !== undefined);
    devices = await listByServer(server, env);
  }
  const fittingOf = () => devices.filter((device) => serial === undefined || device.serial === serial);
  const end = performance.now() + ALLOW_LIMIT_MS;
  while (fittingOf().every(({ state }) => state === "unauthorized") && fittingOf().length > 0) {
    if (performance.now() > end) break;
    await sleep(250);
    devices = await listByServer(server, env);
  }
  const fitting = fittingOf();
  const usable = fitting.filter(({ state }) => state === "device");
  if (usable.length === 1) return usable[0]!.serial;
  if (usable.length > 1)
    throw new DeviceError(
      "invalid-options",
      `There are ${usable.length} devices: ${usable.map((device) => device.serial).join(", ")}. Name one of them as the serial.`,
    );
  throw notUsable(serial, fitting[0], devices);
}

/** A device that was offline once stays so until it is disconnected. */
async function connectAnew(client: AdbServerClient, serial: string, isKnown: boolean): Promise<void> {
  if (isKnown) await limited(client.wireless.disconnect(serial), `disconnect ${serial}`).catch(() => {});
  await limited(client.wireless.connect(serial), `connect to ${serial}`).catch((error: unknown) => {
    if (error instanceof AdbServerClient.UnauthorizedError) return;
    throw new DeviceError(
      "no-device",
      `No Android device answers at ${serial}: ${errorMessage(error).trim()}.`,
      error,
    );
  });
}

function notUsable(
  serial: string | undefined,
  found: AndroidListing | undefined,
  devices: AndroidListing[],
): DeviceError {
  if (found?.state === "unauthorized")
    return new DeviceError(
      "unauthorised-device",
      `${found.serial} has not allowed this computer. Unlock it and accept the question about USB debugging, then try again.`,
    );
  if (found)
    return new DeviceError("no-device", `${found.serial} is ${found.state}. Unplug it and plug it in again.`);
  const known = devices.map((device) => `${device.serial} (${device.state})`).join(", ") || "none";
  return new DeviceError(
    "no-device",
    `There is no Android device${serial === undefined ? "" : ` ${serial}`}; adb knows: ${known}. Turn on USB debugging and plug it in, or name host:port.`,
  );
}

async function openClient(server: AdbServer, env: NodeJS.ProcessEnv): Promise<AdbServerClient> {
  const client = new AdbServerClient(new AdbServerNodeTcpConnector(server));
  try {
    await limited(client.getVersion(), "tell its version");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ECONNREFUSED") throw error;
    if (server.host !== "127.0.0.1")
      throw new DeviceError("no-device", `No adb server answers at ${server.host}:${server.port}.`, error);
    await runProgram("adb", ["-P", String(server.port), "start-server"], {
      env,
      timeoutMs: 15_000,
      install: INSTALL,
    });
  }
  return client;
}

const limited = <T>(promise: PromiseLike<T>, what: string): Promise<T> =>
  withLimit(promise, LIMIT_MS, () => `The adb server did not ${what} within ${LIMIT_MS} ms.`);
