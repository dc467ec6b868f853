import type { Options } from "tsup";
import { defineConfig } from "tsup";
import { library } from "../../tsup.base.ts";

/** Readable in the browser's own tools: whoever installs it can see what it does. */
const extension = library(["extension/service-worker.ts", "extension/popup.ts"], {
  platform: "browser",
  target: "chrome125",
  outDir: "dist/extension",
  clean: false,
  sourcemap: false,
  splitting: false,
}) as Options;

export default defineConfig([library(["src/index.ts", "src/find.ts"]) as Options, extension]);
