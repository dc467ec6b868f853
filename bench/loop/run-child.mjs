import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** One measurement by `child.mjs`, `time` or `heap`, in a process of its own. */
export function runChild(file, turns, limitMs, mode) {
  const script = fileURLToPath(new URL("child.mjs", import.meta.url));
  const flags = mode === "heap" ? ["--expose-gc"] : [];
  const started = spawn(process.execPath, [...flags, script, file, turns, limitMs, mode], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production", OPENAI_API_KEY: "unused", LANGSMITH_TRACING: "false" },
  });
  return new Promise((resolve, reject) => {
    let output = "";
    started.stdout.on("data", (chunk) => {
      output += chunk;
    });
    started.on("error", reject);
    started.on("close", (code) =>
      code === 0
        ? resolve(JSON.parse(output))
        : reject(new Error(`${file} with ${turns} turns ended with code ${code}`)),
    );
  });
}
