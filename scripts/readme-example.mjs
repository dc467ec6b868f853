// Runs the first ```ts block of a package's README as it stands, so that no example can rot.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The example is written inside the package, so that it imports what a user would import. It must be plain
 * JavaScript (no type annotations).
 *
 * @param {string} packageDir absolute path of the package
 * @param {NodeJS.ProcessEnv} [env] added to the environment
 * @returns {{ status: number | null, stdout: string, stderr: string }}
 */
export function runReadmeExample(packageDir, env = {}) {
  const example = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(packageDir, "README.md"), "utf8"))?.[1];
  if (!example) throw new Error(`${packageDir}/README.md has no ts example`);
  const dir = mkdtempSync(join(packageDir, ".readme-"));
  try {
    writeFileSync(join(dir, "example.mjs"), example);
    return spawnSync(process.execPath, [join(dir, "example.mjs")], {
      encoding: "utf8",
      cwd: dir,
      timeout: 30_000,
      env: { ...process.env, ...env },
    });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
