import { errorMessage } from "@genericagent/core-loop";
import { DeviceError } from "../device-error.js";
import type { Rect } from "../geometry.js";
import type { DesktopWindow } from "./desktop-driver.js";
import { scaleOfDesktop } from "./native-screens.js";
import { type NativeWindow, screenshots } from "./node-screenshots.js";

export const windowsNow = (): DesktopWindow[] => openWindows().flatMap((window) => windowFrom(window) ?? []);

export function openWindows(): NativeWindow[] {
  try {
    return screenshots().Window.all();
  } catch (error) {
    if (!errorMessage(error).includes("_NET_CLIENT_LIST")) throw error;
    throw new DeviceError(
      "missing-program",
      "No window manager runs on this display, so nobody knows its windows. Start one, for example openbox.",
      error,
    );
  }
}

/** Each property is asked of the system anew, which refuses once the window has closed: it is none then. */
function windowFrom(window: NativeWindow): DesktopWindow | undefined {
  try {
    return {
      id: String(window.id()),
      title: window.title(),
      app: window.appName(),
      pid: pidOf(window),
      bounds: boundsOf(window),
      focused: window.isFocused(),
      minimized: window.isMinimized(),
    };
  } catch {
    return undefined;
  }
}

/** Small programs on X11 do not tell their process. */
function pidOf(window: NativeWindow): number {
  try {
    return window.pid();
  } catch {
    return 0;
  }
}

/** X11 tells windows in physical pixels, and screens in logical ones. */
export function boundsOf(window: NativeWindow): Rect {
  const scale = process.platform === "linux" ? scaleOfDesktop() : 1;
  const sides = [window.x(), window.y(), window.width(), window.height()].map((side) => side / scale);
  const [x, y, width, height] = sides as [number, number, number, number];
  return { x, y, width, height };
}
