import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const TARGET_BYTES = 6_000;

/** What the loop weighs in a bundle, and what it brings along. */
export async function coreLoopSize() {
  const read = (path) => readFileSync(new URL(`../../packages/core-loop/${path}`, import.meta.url));
  const code = read("dist/index.js");
  const bytes = gzipSync(code).length;
  const { dependencies = {}, peerDependencies = {} } = JSON.parse(read("package.json"));
  const names = Object.keys({ ...dependencies, ...peerDependencies });
  return [
    {
      what: "@genericagent/core-loop, gzipped",
      measured: `${(bytes / 1000).toFixed(2)} kB`,
      reference: `${(code.length / 1000).toFixed(1)} kB unzipped`,
      target: `${TARGET_BYTES / 1000} kB`,
      met: bytes < TARGET_BYTES,
    },
    {
      what: "@genericagent/core-loop, dependencies",
      measured: String(names.length),
      reference: names.join(", "),
      target: "0",
      met: names.length === 0,
    },
  ];
}
