import { defineConfig, type Options } from "tsup";

const shared: Options = {
  format: ["esm"],
  dts: false,
  target: "node20",
  platform: "node",
  clean: true,
  removeNodeProtocol: false,
};

/** ESM only: tsup writes the JavaScript, `tsc -p tsconfig.build.json` the declarations. */
export const library = (entry: string[] = ["src/index.ts"], options: Options = {}) =>
  defineConfig({ ...shared, entry, sourcemap: true, ...options });
