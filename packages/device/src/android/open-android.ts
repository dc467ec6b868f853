import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { ViewStore } from "../tree/view-store.js";
import { Android } from "./android.js";
import {
  type AdbServer,
  type AndroidListing,
  connectByServer,
  defaultServer,
  listByServer,
} from "./connect-by-server.js";

export interface OpenAndroidOptions {
  /** Default: the only device there is. `host:port` is connected to. */
  serial?: string;
  /** Speaks to adbd at `host:port` itself, without an adb server. */
  direct?: string;
  /** Default: 127.0.0.1 and ANDROID_ADB_SERVER_PORT or 5037; started when it does not run. */
  server?: AdbServer;
  /** Where ids of the last view, and the key for `direct`, are kept. */
  stateDir?: string;
  env?: NodeJS.ProcessEnv;
}

/** One Android device; close it. */
export async function openAndroid(options: OpenAndroidOptions = {}): Promise<Android> {
  const { env = process.env, server = defaultServer(env), stateDir, direct, serial } = options;
  const keyFile = join(stateDir ?? join(tmpdir(), `genericagent-device-${userInfo().username}`), "adbkey");
  const adb = direct
    ? await (await import("./connect-directly.js")).connectDirectly(direct, keyFile)
    : await connectByServer(server, env, serial);
  return new Android(adb, await ViewStore.open(`android-${adb.serial}`, stateDir));
}

/** All devices that the adb server knows, also those that cannot be used. */
export function listAndroids(
  options: Pick<OpenAndroidOptions, "server" | "env"> = {},
): Promise<AndroidListing[]> {
  const { env = process.env, server = defaultServer(env) } = options;
  return listByServer(server, env);
}
