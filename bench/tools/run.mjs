// What the file and code tools cost: time next to a bare spawn, and memory over what the process had before.
import { existsSync } from "node:fs";
import { table } from "../lib/table.mjs";
import { writeResults } from "../lib/write-results.mjs";
import { codeRunTime } from "./code-run-time.mjs";
import { floodMemory } from "./flood-memory.mjs";
import { largeFiles } from "./large-files.mjs";
import { TOOLS } from "./tools.mjs";

if (!existsSync(TOOLS)) {
  console.error("packages/tools/dist/index.js is missing: run `npm run build` first.");
  process.exit(1);
}

const parts = { codeRunTime, largeFiles, floodMemory };
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
  "bench tools (medians, peaks)",
  ["what", "measured", "target", "", "beside"],
  rows.map(({ what, measured, target, met, reference }) => [
    what,
    measured,
    target,
    target === "" ? "" : met ? "met" : "missed",
    reference,
  ]),
);
writeResults("tools", { rows, failures });
for (const failure of failures) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;
