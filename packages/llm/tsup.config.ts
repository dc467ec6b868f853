import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { library } from "../../tsup.base.ts";

/**
 * The SDKs are bundled into chunks of their own, which the first ask loads: as packages, Anthropic's is 326 files
 * and takes ten times as long. Their licences travel along. `sdk-globals.ts` stands for the globals that would load
 * Node's fetch, `withoutResources` leaves out the endpoints that nobody calls.
 */
export default library(
  [
    ...["src/index.ts", "src/conformance/index.ts", "src/repair/index.ts", "src/testing/index.ts"],
    // One by one for those who care how fast they start.
    ...["src/anthropic/anthropic-session.ts", "src/openai-chat/openai-chat-session.ts"],
    ...["src/openai-responses/openai-responses-session.ts", "src/models.ts", "src/native-tool-client.ts"],
  ],
  {
    splitting: true,
    noExternal: ["openai", "@anthropic-ai/sdk"],
    inject: ["src/sdk-globals.ts"],
    define: { "globalThis.ReadableStream": "undefined" },
    esbuildPlugins: [withoutResources()],
    onSuccess: async () => {
      const require = createRequire(import.meta.url);
      const anthropic = createRequire(require.resolve("@anthropic-ai/sdk/client"));
      copyLicence("openai", dirname(require.resolve("openai/client")));
      copyLicence("anthropic-ai-sdk", dirname(require.resolve("@anthropic-ai/sdk/client")));
      copyLicence("opentelemetry-api", join(anthropic.resolve("@opentelemetry/api"), "../../..", "api"));
    },
  },
);

type Plugin = NonNullable<NonNullable<Parameters<typeof library>[1]>["esbuildPlugins"]>[number];

/** OpenAI's client holds an object for each of its endpoints; we post to two of them by their paths. */
function withoutResources(): Plugin {
  return {
    name: "without-resources",
    setup(build) {
      build.onLoad({ filter: /[\\/]openai[\\/]resources[\\/].*\.mjs$/ }, ({ path }) => ({
        contents: emptyExports(readFileSync(path, "utf8")),
      }));
    },
  };
}

/** The same exports, each an empty class. */
function emptyExports(source: string): string {
  const starred = [...source.matchAll(/^export \* from .*$/gm)].map(([line]) => line);
  const declared = [...source.matchAll(/^export (?:class|const|function|var) (\w+)/gm)];
  const listed = [...source.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names = ""]) => [
    ...names.matchAll(/(\w+)\s*(?:,|$)/g),
  ]);
  const names = new Set([...declared, ...listed].map(([, name]) => name));
  return [...starred, ...[...names].map((name) => `export class ${name} {}`)].join("\n");
}

function copyLicence(name: string, packageDir: string): void {
  mkdirSync("dist/licenses", { recursive: true });
  cpSync(join(packageDir, "LICENSE"), `dist/licenses/${name}.txt`);
}
