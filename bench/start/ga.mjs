import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const CLI = fileURLToPath(new URL("../../apps/cli/dist/cli.js", import.meta.url));

/** Calls `work` with an empty folder and an environment without keys or configuration of the user's. */
export async function inEmptyHome(work) {
  const home = mkdtempSync(join(tmpdir(), "ga-bench-"));
  const kept = ["PATH", "SystemRoot", "TMPDIR", "TEMP"].filter((name) => process.env[name] !== undefined);
  const base = Object.fromEntries(kept.map((name) => [name, process.env[name]]));
  try {
    return await work({
      home,
      env: { ...base, HOME: home, USERPROFILE: home, GA_HOME: join(home, ".genericagent") },
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
