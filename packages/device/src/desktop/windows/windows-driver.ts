import { setTimeout as sleep } from "node:timers/promises";
import { DeviceError } from "../../device-error.js";
import type { Rect } from "../../geometry.js";
import { runProgram } from "../../run-program.js";
import type { DesktopDriver } from "../desktop-driver.js";
import { chooseWindow, nativePart, requireWindow } from "../native-part.js";
import { NativeProcess } from "../native-process.js";
import { nodeFromUia, type UiaElement } from "./node-from-uia.js";
import { UIA_SCRIPT } from "./uia-script.js";

const INSTALL = "It comes with Windows; is %SystemRoot%\\System32\\WindowsPowerShell\\v1.0 on PATH?";
/** Start of PowerShell, loading UI Automation, and an application that is slow to answer. */
const LIMIT_MS = 15_000;
/** How long an application may take to fetch what it pastes; Windows does not tell when it has. */
const PASTE_MS = 400;

/** As PowerShell wants it; it stays well below the 32 767 characters of a command line. */
const ENCODED = Buffer.from(UIA_SCRIPT, "utf16le").toString("base64");

/** Windows: native modules, and UI Automation through PowerShell. Written against the contract, not yet run on Windows. */
export async function openWindowsDriver(env: NodeJS.ProcessEnv): Promise<DesktopDriver> {
  const native = new NativeProcess(env);
  const ask = async <T>(call: Record<string, unknown>): Promise<T> => {
    const args = [
      "-NoProfile",
      "-NonInteractive",
      "-STA",
      "-ExecutionPolicy",
      "Bypass",
      "-EncodedCommand",
      ENCODED,
    ];
    const stdout = await runProgram("powershell", args, {
      env: { ...env, GA_CALL: JSON.stringify(call) },
      timeoutMs: LIMIT_MS,
      install: INSTALL,
    });
    const line = stdout.toString("utf8").trim().split("\n").at(-1) ?? "";
    const { value, refused } = JSON.parse(line || '{"refused":"PowerShell printed nothing"}') as {
      value: T;
      refused?: string;
    };
    if (refused !== undefined) throw new DeviceError("act-refused", `Nothing was done: ${refused}.`);
    return value;
  };
  return {
    system: "windows",
    ...nativePart(native),
    async focusWindow(id) {
      await ask({ name: "focus", window: (await requireWindow(native, id)).id });
    },
    async moveWindow(id, bounds) {
      await ask({ name: "move", window: (await requireWindow(native, id)).id, ...bounds });
    },
    async withClipboard(text, paste) {
      const earlier = await ask<string | null>({ name: "read-clipboard" });
      await ask({ name: "write-clipboard", text });
      try {
        await paste();
        await sleep(PASTE_MS);
      } finally {
        await ask({ name: "write-clipboard", text: earlier ?? "" });
      }
    },
    async readTree({ window }) {
      const { chosen, others } = await chooseWindow(native, window);
      const tree = nodeFromUia(await ask<UiaElement>({ name: "tree", window: chosen.id }));
      return {
        windows: [{ ...tree, role: "window", value: chosen.app }],
        others: others.map(({ title, app }) => `${title} · ${app}`),
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
