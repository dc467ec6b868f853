// `node bench/run.mjs NAME [NAME…]`: runs the benches of that name; without a name it lists them. A bench is a
// folder with a run.mjs.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const names = readdirSync(at("."), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(at(`${entry.name}/run.mjs`)))
  .map((entry) => entry.name);

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (wanted.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no bench "${unknown.join('", "')}".`);
  console.log(`Usage: npm run bench -- NAME [NAME…]\nBenches: ${names.join(", ")}`);
  process.exit(unknown.length > 0 ? 2 : 0);
}

buildWorkspace();
installPeers();
const failed = wanted.filter((name) => !run(process.execPath, [at(`${name}/run.mjs`)]));
if (failed.length > 0) {
  console.error(`\nCould not be run to its end: ${failed.join(", ")}`);
  process.exit(1);
}

/** What is measured is what stands in `src`: turbo builds only what changed. BENCH_BUILD=0 measures `dist` as it is. */
function buildWorkspace() {
  if (process.env.BENCH_BUILD === "0") return;
  const built =
    run(process.execPath, [at("../scripts/bootstrap.mjs")]) && run("npm", ["run", "--silent", "build"]);
  if (!built) console.error("The workspace could not be built; what stands in dist is measured.");
}

function installPeers() {
  const stamp = at("node_modules/.bench-lock");
  const lock = readFileSync(at("package-lock.json"), "utf8");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.error("Installing the peers…");
  if (!run("npm", ["ci", "--prefix", at("."), "--ignore-scripts", "--loglevel=error"])) process.exit(1);
  writeFileSync(stamp, lock);
}

function run(command, args) {
  const { status } = spawnSync(command, args, {
    cwd: at(".."),
    stdio: "inherit",
    shell: process.platform === "win32" && command === "npm",
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1" },
  });
  return status === 0;
}
