// What page views cost and what they keep, for our view and its peers: `node bench/pages/run.mjs [words of a page's
// kind or name]`, and what the way to the browser costs: `node bench/pages/run.mjs driver` alone. With DUMP=folder, views and pictures of the pages are written there.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

installPeers();
const { measurePages } = await import("./measure-pages.mjs");
const { report } = await import("./report.mjs");
const { writeResults } = await import("../lib/write-results.mjs");
const { measureDriver } = await import("./measure-driver.mjs");
const { reportDriver } = await import("./report-driver.mjs");
const wanted = process.argv.slice(2).join(" ").toLowerCase();
const results = wanted === "driver" ? { pages: [], failures: [] } : await measurePages(wanted);
report(results);
writeResults("pages", results);
if (!results.ended && (wanted === "" || wanted === "driver")) {
  try {
    results.driver = await measureDriver();
    reportDriver(results.driver);
  } catch (error) {
    results.failures.push({ kind: "driver", name: "the way to the browser", reason: error.message });
    console.error("The way to the browser could not be measured:", error);
  }
  writeResults("pages", results);
}
process.exitCode = results.failures.length > 0 ? 1 : 0;

/** The peers and the pages are in packages of this folder, which the other benches do not need. */
function installPeers() {
  const stamp = at("node_modules/.bench-lock");
  const lock = readFileSync(at("package-lock.json"), "utf8");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.error("Installing the peers of bench/pages…");
  const args = ["ci", "--prefix", at("."), "--ignore-scripts", "--loglevel=error"];
  const { status } = spawnSync("npm", args, { stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) process.exit(1);
  writeFileSync(stamp, lock);
}
