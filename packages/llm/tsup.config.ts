import { cpSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { library } from "../../tsup.base.ts";

/**
 * The SDKs are bundled into chunks of their own, which the first ask loads: as packages, Anthropic's is 326 files
 * and takes ten times as long. Their licences travel along. `sdk-globals.ts` stands for the globals that would load
 * Node's fetch.
 */
export default library(
  ["src/index.ts", "src/conformance/index.ts", "src/repair/index.ts", "src/testing/index.ts"],
  {
    splitting: true,
    noExternal: ["openai", "@anthropic-ai/sdk"],
    inject: ["src/sdk-globals.ts"],
    onSuccess: async () => {
      const require = createRequire(import.meta.url);
      const anthropic = createRequire(require.resolve("@anthropic-ai/sdk/client"));
      copyLicence("openai", dirname(require.resolve("openai/client")));
      copyLicence("anthropic-ai-sdk", dirname(require.resolve("@anthropic-ai/sdk/client")));
      copyLicence("opentelemetry-api", join(anthropic.resolve("@opentelemetry/api"), "../../..", "api"));
    },
  },
);

function copyLicence(name: string, packageDir: string): void {
  mkdirSync("dist/licenses", { recursive: true });
  cpSync(join(packageDir, "LICENSE"), `dist/licenses/${name}.txt`);
}
