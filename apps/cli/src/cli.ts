/** Answers `--version` without loading anything else: it is what scripts and editors ask most. */
declare const __VERSION__: string;

const [first, second] = process.argv.slice(2);
if ((first === "--version" || first === "-V") && second === undefined) {
  process.stdout.write(`${__VERSION__}\n`);
} else {
  await cacheCompiledCode();
  const { main } = await import("./main.js");
  await main(process.argv, __VERSION__);
}

/** From the second start on nothing is compiled anew, where this Node (22.8 or newer) can keep what it compiled. */
async function cacheCompiledCode(): Promise<void> {
  const module: object & { enableCompileCache?: () => unknown } = await import("node:module");
  module.enableCompileCache?.();
}
