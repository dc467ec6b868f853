// The desktop and the phone of the tests, which are written in TypeScript, made loadable here.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** @returns {Promise<any>} `startDesktop` and `startPhone` */
export async function testHelpers() {
  const out = mkdtempSync(join(tmpdir(), "ga-bench-device-"));
  try {
    const entries = ["start-desktop", "fake-phone"].map((name) => `packages/device/test/${name}.ts`);
    const tsup = join(root, "node_modules/tsup/dist/cli-default.js");
    const args = [
      tsup,
      ...entries,
      "--format",
      "esm",
      "--target",
      "node20",
      "--out-dir",
      out,
      "--no-config",
      "--silent",
    ];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
    if (status !== 0) throw new Error(`the helpers of the tests could not be built: ${stderr}`);
    const [desktop, phone] = await Promise.all(
      ["start-desktop", "fake-phone"].map((name) => import(pathToFileURL(join(out, `${name}.js`)).href)),
    );
    return { ...desktop, ...phone };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
