import { DeviceError } from "../device-error.js";
import type { DesktopDriver, DesktopWindow } from "./desktop-driver.js";
import type { NativeProcess } from "./native-process.js";

type NativeNames =
  | ("screens" | "windows" | "pointer" | "moveTo" | "click" | "drag" | "scroll")
  | ("typeAscii" | "pressKeys" | "capture");

/** What is the same on every system: the native modules do it. */
export const nativePart = (native: NativeProcess): Pick<DesktopDriver, NativeNames> => ({
  screens: () => native.call("screens"),
  windows: () => native.call("windows"),
  pointer: () => native.call("pointer"),
  moveTo: (point) => native.call("moveTo", point),
  click: (button, times) => native.call("click", button, times),
  drag: (from, to) => native.call("drag", from, to),
  scroll: (dx, dy) => native.call("scroll", dx, dy),
  typeAscii: (text) => native.call("typeAscii", text),
  pressKeys: (keys) => native.call("pressKeys", keys),
  capture: (target) => native.call("capture", target),
});

export async function requireWindow(native: NativeProcess, id: string): Promise<DesktopWindow> {
  const windows = await native.call("windows");
  const found = windows.find((window) => window.id === id);
  if (found) return found;
  const known = windows.map((window) => `${window.id} "${window.title}"`).join(", ") || "none";
  throw new DeviceError(
    "no-such-window",
    `There is no window ${id} now; it may have closed. Use one of these: ${known}.`,
  );
}

/** By id, by words of a title or an application, else the one with the focus. */
export async function chooseWindow(
  native: NativeProcess,
  words: string | undefined,
): Promise<{ chosen: DesktopWindow; others: DesktopWindow[] }> {
  const windows = (await native.call("windows")).filter(({ title, minimized }) => title !== "" && !minimized);
  const wanted = words?.toLowerCase();
  const fits = ({ id, title, app }: DesktopWindow) =>
    wanted !== undefined && (id === words || `${title}\n${app}`.toLowerCase().includes(wanted));
  const chosen =
    wanted === undefined ? (windows.find(({ focused }) => focused) ?? windows[0]) : windows.find(fits);
  if (chosen) return { chosen, others: windows.filter((one) => one !== chosen) };
  const known = windows.map(({ title, app }) => `"${title}" (${app})`).join(", ") || "none";
  throw new DeviceError("no-such-window", `No window fits "${words ?? ""}". The windows are: ${known}.`);
}
