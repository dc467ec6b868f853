import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CLI, inEmptyHome } from "./ga.mjs";
import { openLoopbackServer } from "./loopback-server.mjs";

const PRELOAD = new URL("record-modules.mjs", import.meta.url).href;

/**
 * Which commands load a provider's SDK. The last two must load theirs and not the other one: that shows that an
 * SDK would be seen.
 */
export async function loadedModules() {
  const server = await openLoopbackServer(() => {});
  const openai = { OPENAI_BASE_URL: `${server.origin}/v1`, OPENAI_API_KEY: "x" };
  const anthropic = { ANTHROPIC_BASE_URL: server.origin, ANTHROPIC_API_KEY: "x" };
  const both = { ...openai, ...anthropic };
  try {
    return [
      await row(["--version"], both, []),
      await row(["--help"], both, []),
      await row(["doctor"], both, []),
      await row(["run", "--model", "openai/any", "hi"], both, ["openai"]),
      await row(["run", "--model", "anthropic/any", "hi"], both, ["anthropic"]),
    ];
  } finally {
    server.close();
  }
}

async function row(args, env, allowed) {
  const urls = await loadedBy(args, env);
  const sdks = [...new Set(urls.flatMap(sdksIn))].sort();
  return {
    what: `ga ${args.filter((arg) => arg !== "hi").join(" ")}: SDKs loaded`,
    measured: sdks.join(", ") || "none",
    reference: `${urls.length} modules`,
    target: allowed.join(", ") || "none",
    met: sdks.join() === allowed.join(),
    modules: urls.map((url) => url.replace(/^.*\/(?=(packages|apps|bench|node_modules)\/)/, "")),
  };
}

const loadedBy = (args, env) =>
  inEmptyHome(
    (place) =>
      new Promise((resolve, reject) => {
        const list = join(place.home, "modules.txt");
        const child = spawn(process.execPath, ["--import", PRELOAD, CLI, ...args], {
          cwd: place.home,
          env: { ...place.env, ...env, BENCH_MODULES: list },
          stdio: "ignore",
        });
        child.on("error", reject);
        child.on("close", () => {
          if (!existsSync(list)) return reject(new Error(`ga ${args.join(" ")} did not start`));
          const urls = readFileSync(list, "utf8").trim().split("\n");
          resolve(
            [...new Set(urls)].filter((url) => url.startsWith("file:") && !url.includes("/bench/start/")),
          );
        });
      }),
  );

/** The vendor SDKs in a file, bundled or not, known by the headers that only their client sends. */
function sdksIn(url) {
  const found = [];
  const source = readFileSync(fileURLToPath(url), "utf8");
  if (!/x-stainless/i.test(source)) return found;
  if (/anthropic-version/i.test(source)) found.push("anthropic");
  if (/openai-organization/i.test(source)) found.push("openai");
  return found;
}
