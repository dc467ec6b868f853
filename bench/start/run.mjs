// How fast `ga` starts, what it loads before it is needed, and how much an installation weighs.
import { existsSync } from "node:fs";
import { table } from "../lib/table.mjs";
import { writeResults } from "../lib/write-results.mjs";
import { coreLoopSize } from "./core-loop-size.mjs";
import { firstRequest } from "./first-request.mjs";
import { CLI } from "./ga.mjs";
import { installSize } from "./install-size.mjs";
import { loadedModules } from "./loaded-modules.mjs";
import { versionTime } from "./version-time.mjs";

if (!existsSync(CLI)) {
  console.error("apps/cli/dist/cli.js is missing: run `npm run build` first.");
  process.exit(1);
}

const parts = { versionTime, firstRequest, loadedModules, coreLoopSize, installSize };
const rows = [];
const failures = [];
for (const [name, part] of Object.entries(parts)) {
  try {
    rows.push(...(await part()));
  } catch (error) {
    failures.push(`${name} could not be run: ${error.message}`);
  }
}

table(
  "bench start (medians)",
  ["what", "measured", "target", "", "beside"],
  rows.map(({ what, measured, target, met, reference }) => [
    what,
    measured,
    target,
    met ? "met" : "missed",
    reference,
  ]),
);
writeResults("start", { rows, failures });
for (const failure of failures) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;
