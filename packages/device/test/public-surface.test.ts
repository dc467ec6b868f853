import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { runReadmeExample } from "../../../scripts/readme-example.mjs";
import * as surface from "../src/index.js";
import { startDesktop, startForm } from "./start-desktop.js";

it("exports exactly these values", () => {
  expect(Object.keys(surface).sort()).toEqual([
    "Android",
    "Desktop",
    "DeviceError",
    "cropPicture",
    "deviceDoctor",
    "findText",
    "linesOfText",
    "listAndroids",
    "locateText",
    "openAndroid",
    "openDesktop",
    "openOcr",
    "visionTokens",
  ]);
});

it("runs the README example as it stands", async () => {
  const desktop = await startDesktop("900x600");
  try {
    await startForm(desktop);
    const { DISPLAY = "", DBUS_SESSION_BUS_ADDRESS = "", XDG_RUNTIME_DIR = "", HOME = "" } = desktop.env;
    const env = { DISPLAY, DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR, HOME, TMPDIR: desktop.dir };
    const { status, stdout, stderr } = runReadmeExample(fileURLToPath(new URL("..", import.meta.url)), env);
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(stdout).toContain("# Order form · form.py\n[1_ Name=](focused)");
    expect(stdout).toContain("+ [1_ Name=Ada 北京](focused)");
    expect(stdout).toMatch(/900x600 pixels cost about \d+ tokens/);
  } finally {
    await desktop.stop();
  }
});
