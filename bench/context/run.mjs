// How well @genericagent/context counts, bounds and retains, and what it costs. The tokenizers are large, so they are
// installed here, at the first run.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { writeResults } from "../lib/write-results.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
if (!existsSync(new URL("node_modules/gpt-tokenizer", import.meta.url))) {
  console.error("Installing the tokenizers…");
  const { status } = spawnSync("npm", ["ci", "--prefix", folder, "--ignore-scripts", "--loglevel=error"], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exit(1);
}

const PARTS = ["estimate", "retention", "speed", "random-histories"];
const wanted = process.env.CONTEXT_PARTS?.split(",") ?? PARTS;
const results = {};
for (const part of PARTS.filter((name) => wanted.includes(name))) {
  const { measure } = await import(`./${part}.mjs`);
  results[part] = await measure();
}
writeResults("context", results);
