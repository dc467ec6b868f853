import { setTimeout as sleep } from "node:timers/promises";
import { DeviceError } from "../../device-error.js";
import type { Rect } from "../../geometry.js";
import { runProgram } from "../../run-program.js";
import type { DesktopDriver } from "../desktop-driver.js";
import { chooseWindow, nativePart, requireWindow } from "../native-part.js";
import { NativeProcess } from "../native-process.js";
import { AX_SCRIPT } from "./ax-script.js";
import { type AxElement, nodeFromAx } from "./node-from-ax.js";

const INSTALL = "It comes with macOS.";
const LIMIT_MS = 15_000;
/** How long an application may take to fetch what it pastes; macOS does not tell when it has. */
const PASTE_MS = 400;

/** macOS: native modules, and the accessibility interface through osascript. Written against the contract, not yet run on macOS. */
export async function openMacosDriver(env: NodeJS.ProcessEnv): Promise<DesktopDriver> {
  const native = new NativeProcess(env);
  const ask = async <T>(call: Record<string, unknown>): Promise<T> => {
    const args = ["-l", "JavaScript", "-e", AX_SCRIPT, JSON.stringify(call)];
    const stdout = await runProgram("osascript", args, { env, timeoutMs: LIMIT_MS, install: INSTALL });
    const { value, refused } = JSON.parse(stdout.toString("utf8")) as { value: T; refused?: string };
    if (refused !== undefined) throw new DeviceError("act-refused", `Nothing was done: ${refused}.`);
    return value;
  };
  const pasteboard = (program: "pbcopy" | "pbpaste", input?: Uint8Array) =>
    runProgram(program, [], {
      env: { ...env, LC_ALL: "en_US.UTF-8" },
      install: INSTALL,
      ...(input && { input }),
    });
  return {
    system: "macos",
    ...nativePart(native),
    async focusWindow(id) {
      const { pid, title } = await requireWindow(native, id);
      await ask({ name: "focus", pid, title });
    },
    async moveWindow(id, bounds) {
      const { pid, title } = await requireWindow(native, id);
      await ask({ name: "move", pid, title, ...bounds });
    },
    async withClipboard(text, paste) {
      const earlier = await pasteboard("pbpaste");
      await pasteboard("pbcopy", Buffer.from(text, "utf8"));
      try {
        await paste();
        await sleep(PASTE_MS);
      } finally {
        await pasteboard("pbcopy", earlier);
      }
    },
    async readTree({ window }) {
      const { chosen, others } = await chooseWindow(native, window);
      const { pid, title, app } = chosen;
      const tree = nodeFromAx(await ask<AxElement>({ name: "tree", pid, title }));
      return {
        windows: [{ ...tree, role: "window", name: title, value: app }],
        others: others.map((other) => `${other.title} · ${other.app}`),
      };
    },
    async act(key, action, value) {
      await ask({ name: "act", key, action, ...(value !== undefined && { value }) });
    },
    async boundsOf(key): Promise<Rect> {
      const [x, y, width, height] = await ask<[number, number, number, number]>({ name: "bounds", key });
      return { x, y, width, height };
    },
    close: async () => native.close(),
  };
}
