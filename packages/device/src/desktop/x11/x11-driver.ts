import { setTimeout as sleep } from "node:timers/promises";
import { runProgram } from "../../run-program.js";
import { AtspiTree } from "../atspi/atspi-tree.js";
import type { DesktopDriver, DesktopWindow, ReadTreeOptions } from "../desktop-driver.js";
import { nativePart, requireWindow } from "../native-part.js";
import { NativeProcess } from "../native-process.js";
import { requireDisplay } from "./require-display.js";
import { withX11Clipboard } from "./x11-clipboard.js";

/** Window managers hold a click back until they have looked at it, and keys pass it meanwhile. */
const CLICK_PASSES_MS = 100;
const WMCTRL = "Install wmctrl, which focuses and moves windows.";

/** Linux with X11 (or XWayland): native modules, wmctrl, xclip and AT-SPI. */
export async function openX11Driver(
  env: NodeJS.ProcessEnv,
): Promise<DesktopDriver & { native: NativeProcess }> {
  await requireDisplay(env);
  const native = new NativeProcess(env);
  const atspi = new AtspiTree(env);
  // A window may close at any time, also while the window manager is told: looked for before and after.
  const wmctrl = async (id: string, verb: "-a" | "-r", ...args: string[]) => {
    const window = await requireWindow(native, id);
    try {
      await runProgram("wmctrl", ["-i", verb, hex(window), ...args], { env, install: WMCTRL });
    } finally {
      await requireWindow(native, id);
    }
  };

  return {
    system: "x11",
    native,
    ...nativePart(native),
    async click(button, times) {
      await native.call("click", button, times);
      await sleep(CLICK_PASSES_MS);
    },
    focusWindow: (id) => wmctrl(id, "-a"),
    async moveWindow(id, { x, y, width, height }) {
      // Window managers count physical pixels; -1 leaves a side as it is.
      const { scale } = (await native.call("screens"))[0] ?? { scale: 1 };
      const inPixels = (side: number | undefined) => (side === undefined ? -1 : Math.round(side * scale));
      const sides = [x, y, width, height].map(inPixels).join(",");
      await wmctrl(id, "-r", "-e", `0,${sides}`);
    },
    withClipboard: (text, paste) => withX11Clipboard(text, paste, env),
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

const hex = ({ id }: DesktopWindow): string => `0x${Number(id).toString(16)}`;
