import { defineConfig, type Options } from "tsup";
import { library } from "../../tsup.base.ts";
import { bundlePageScript, PAGE_SCRIPT_ID } from "./build/bundle-page-script.ts";

/** `page-script-source` is the page script as a string: the same sources, bundled to run inside a page. */
const pageScript: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "page-script",
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path }) =>
      path === PAGE_SCRIPT_ID ? { path, namespace: "page-script" } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "page-script" }, async () => ({
      contents: `export default ${JSON.stringify(await bundlePageScript())}`,
    }));
  },
};

export default defineConfig([
  library(["src/index.ts"], {
    platform: "neutral",
    external: ["linkedom"],
    esbuildPlugins: [pageScript],
  }) as Options,
  library(["cli/cli.ts"], {
    clean: false,
    external: ["@genericagent/simphtml"],
    sourcemap: false,
  }) as Options,
]);
