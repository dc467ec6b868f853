import { defineConfig } from "tsup";

/** One entry that does almost nothing; everything else is split off and loaded on demand. */
export default defineConfig({
  entry: { cli: "src/cli.ts" },
  format: ["esm"],
  target: "node20",
  platform: "node",
  clean: true,
  splitting: true,
  banner: { js: "#!/usr/bin/env node" },
});
