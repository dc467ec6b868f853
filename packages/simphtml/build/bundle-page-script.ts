import { fileURLToPath } from "node:url";
import { build } from "vite";

export const PAGE_SCRIPT_ID = "page-script-source";

/** One self-contained expression statement (IIFE) of `src/install-in-page.ts` and all it imports. */
export async function bundlePageScript(): Promise<string> {
  const bundled = await build({
    configFile: false,
    logLevel: "error",
    root: fileURLToPath(new URL("..", import.meta.url)),
    build: {
      write: false,
      target: "es2022",
      minify: true,
      lib: { entry: "src/install-in-page.ts", formats: ["iife"], name: "simphtmlBundle" },
    },
  });
  const [output] = Array.isArray(bundled) ? bundled : [bundled];
  if (!output || !("output" in output)) throw new Error("The page script was not bundled.");
  return output.output[0].code;
}
