// Preloaded with `--import`: at the exit, the URLs of all modules that were loaded stand in BENCH_MODULES, one a line.
import { appendFileSync } from "node:fs";
import Module, { register } from "node:module";
import { pathToFileURL } from "node:url";

register("./record-hooks.mjs", import.meta.url);

// Modules that CommonJS requires do not pass the hooks.
process.on("exit", () => {
  const required = Object.keys(Module._cache).map((path) => `${pathToFileURL(path)}\n`);
  appendFileSync(process.env.BENCH_MODULES, required.join(""));
});
