import { DeviceError } from "../../device-error.js";
import { runProgram } from "../../run-program.js";
import { AtspiTree } from "../atspi/atspi-tree.js";
import type { DesktopDriver, ReadTreeOptions } from "../desktop-driver.js";
import { NativeProcess } from "../native-process.js";
import { requireDisplay } from "./require-display.js";
import { withX11Clipboard } from "./x11-clipboard.js";

/** Linux with X11 (or XWayland): native modules, wmctrl, xclip and AT-SPI. */
export async function openX11Driver(
  env: NodeJS.ProcessEnv,
): Promise<DesktopDriver & { native: NativeProcess }> {
  await requireDisplay(env);
  const native = new NativeProcess(env);
  const atspi = new AtspiTree(env);
  const wmctrl = (...args: string[]) =>
    runProgram("wmctrl", args, { env, install: "Install wmctrl, which focuses and moves windows." });

  async function requireWindow(id: string): Promise<string> {
    const windows = await native.call("windows");
    const found = windows.find((window) => window.id === id);
    if (found) return `0x${Number(id).toString(16)}`;
    const known = windows.map((window) => `${window.id} "${window.title}"`).join(", ") || "none";
    throw new DeviceError("no-such-window", `There is no window ${id}. The windows are: ${known}.`);
  }

  return {
    system: "x11",
    native,
    screens: () => native.call("screens"),
    windows: () => native.call("windows"),
    async focusWindow(id) {
      await wmctrl("-i", "-a", await requireWindow(id));
    },
    async moveWindow(id, { x, y, width = -1, height = -1 }) {
      const sides = [x, y, width, height].map(Math.round).join(",");
      await wmctrl("-i", "-r", await requireWindow(id), "-e", `0,${sides}`);
    },
    pointer: () => native.call("pointer"),
    moveTo: (point) => native.call("moveTo", point),
    click: (button, times) => native.call("click", button, times),
    drag: (from, to) => native.call("drag", from, to),
    scroll: (dx, dy) => native.call("scroll", dx, dy),
    typeAscii: (text) => native.call("typeAscii", text),
    pressKeys: (keys) => native.call("pressKeys", keys),
    withClipboard: (text, paste) => withX11Clipboard(text, paste, env),
    capture: (target) => native.call("capture", target),
    readTree: async (options) => atspi.read({ ...options, ...(await titleFor(options)) }),
    act: (key, action, value) => atspi.act(key, action, value),
    boundsOf: (key) => atspi.boundsOf(key),
    async close() {
      native.close();
      await atspi.close();
    },
  };

  /** The accessibility bus knows no window ids. */
  async function titleFor({ window }: ReadTreeOptions): Promise<{ title?: string }> {
    if (window === undefined || !/^\d+$/.test(window)) return {};
    const found = (await native.call("windows")).find(({ id }) => id === window);
    return found ? { title: found.title } : {};
  }
}
