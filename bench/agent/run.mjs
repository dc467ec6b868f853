// What sub-agents gain by running side by side and weigh, how fast a long session resumes, and whether the terminal
// keeps up with a fast model. AGENTS, TURNS and SECONDS make it shorter.
import { existsSync } from "node:fs";
import { table } from "../lib/table.mjs";
import { writeResults } from "../lib/write-results.mjs";
import { CLI } from "../start/ga.mjs";
import { frameTime } from "./frame-time.mjs";
import { resumeTime } from "./resume-time.mjs";
import { subAgents } from "./sub-agents.mjs";

if (!existsSync(CLI)) {
  console.error("apps/cli/dist/cli.js is missing: run `npm run build` first.");
  process.exit(1);
}

const parts = { subAgents, resumeTime, frameTime };
const wanted = process.argv.slice(2);
const rows = [];
const failures = [];
for (const [name, part] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  try {
    rows.push(...(await part()));
  } catch (error) {
    failures.push(`${name} could not be run: ${error.message}`);
  }
}

table(
  "bench agent",
  ["what", "measured", "target", "", "beside"],
  rows.map(({ what, measured, target = "", met, beside = "" }) => [
    what,
    measured,
    target,
    target === "" ? "" : met ? "met" : "missed",
    beside,
  ]),
);
writeResults("agent", { rows, failures });
for (const failure of failures) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;
