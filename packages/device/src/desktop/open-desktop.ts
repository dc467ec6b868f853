import { DeviceError } from "../device-error.js";
import { ViewStore } from "../tree/view-store.js";
import { Desktop } from "./desktop.js";
import type { DesktopDriver } from "./desktop-driver.js";

export interface OpenDesktopOptions {
  /** Default: the environment of this process; DISPLAY and DBUS_SESSION_BUS_ADDRESS are read. */
  env?: NodeJS.ProcessEnv;
  /** Where the ids of the last view are kept for the next process. Default: a folder of this user below the system's temporary one. */
  stateDir?: string;
  /** Default: the one of this system. */
  driver?: DesktopDriver;
}

/** The desktop of this machine. Close it: it holds a process and a connection. */
export async function openDesktop(options: OpenDesktopOptions = {}): Promise<Desktop> {
  const { env = process.env, stateDir } = options;
  const driver = options.driver ?? (await openDriver(env));
  return new Desktop(driver, await ViewStore.open(`desktop${env.DISPLAY ?? ""}`, stateDir));
}

async function openDriver(env: NodeJS.ProcessEnv): Promise<DesktopDriver> {
  if (process.platform === "win32")
    return (await import("./windows/windows-driver.js")).openWindowsDriver(env);
  if (process.platform === "darwin") return (await import("./macos/macos-driver.js")).openMacosDriver(env);
  if (process.platform === "linux") return (await import("./x11/x11-driver.js")).openX11Driver(env);
  throw new DeviceError("unsupported-system", `There is no desktop driver for ${process.platform}.`);
}
