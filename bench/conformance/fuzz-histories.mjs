import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const RUNS = 10_000;
const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The property test of `repairHistory` with many more runs, over the bodies that the sessions build. */
export function fuzzHistories() {
  const test = "packages/llm/test/repair-history.test.ts";
  const args = [at("../../node_modules/vitest/vitest.mjs"), "run", test, "-t", "becomes valid"];
  const child = spawn(process.execPath, args, {
    cwd: at("../.."),
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, FUZZ_RUNS: String(RUNS) },
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      resolve({ runs: RUNS, verdict: code === 0 ? "all in order" : "some were not in order (run the test)" }),
    );
  });
}
