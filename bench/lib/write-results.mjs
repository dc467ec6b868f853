import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, platform, release } from "node:os";
import { fileURLToPath } from "node:url";

/** Writes what was measured, and on what, to `bench/results/<name>.json`. */
export function writeResults(name, results) {
  const folder = new URL("../results/", import.meta.url);
  const [cpu] = cpus();
  const machine = {
    node: process.version,
    cpu: cpu?.model ?? "unknown",
    cores: cpus().length,
    os: `${platform()} ${release()}`,
  };
  mkdirSync(folder, { recursive: true });
  const file = new URL(`${name}.json`, folder);
  writeFileSync(
    file,
    `${JSON.stringify({ bench: name, date: new Date().toISOString(), machine, ...results }, null, 2)}\n`,
  );
  console.log(`\nWritten to ${fileURLToPath(file)}`);
}
