import { readFileSync } from "node:fs";
import { defineConfig } from "tsup";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));

/** Bundled CommonJS packages require Node's own modules. */
const REQUIRE = `import { createRequire as __createRequire } from "node:module";
const require = __createRequire(import.meta.url);`;

/**
 * One entry that does almost nothing; the rest is split off and loaded on demand. What only the terminal needs is
 * bundled, so that an installation is small and a start reads few files.
 */
export default defineConfig({
  entry: { cli: "src/cli.ts" },
  format: ["esm"],
  target: "node20",
  platform: "node",
  clean: true,
  splitting: true,
  removeNodeProtocol: false,
  noExternal: [
    ...["@clack/prompts", "commander", "diff", "execa", "highlight.js", "marked", "picocolors"],
    ...["string-width", "wrap-ansi"],
  ],
  define: { __VERSION__: JSON.stringify(version) },
  banner: { js: REQUIRE },
});
