import { defineConfig } from "vitest/config";
import { bundlePageScript, PAGE_SCRIPT_ID } from "./build/bundle-page-script.ts";

export default defineConfig({
  plugins: [
    {
      name: "page-script",
      resolveId: (id) => (id === PAGE_SCRIPT_ID ? `\0${id}` : undefined),
      load: async (id) =>
        id === `\0${PAGE_SCRIPT_ID}`
          ? `export default ${JSON.stringify(await bundlePageScript())}`
          : undefined,
    },
  ],
  test: { testTimeout: 60_000, hookTimeout: 60_000 },
});
