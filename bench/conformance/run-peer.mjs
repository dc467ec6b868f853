import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** All cases against one peer, in a process of its own: what a peer leaves running ends with it. */
export function runPeer(file) {
  const script = fileURLToPath(new URL("child.mjs", import.meta.url));
  const child = spawn(process.execPath, [script, file], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, OPENAI_API_KEY: "unused", ANTHROPIC_API_KEY: "unused", AI_SDK_LOG_WARNINGS: "0" },
  });
  return new Promise((resolve, reject) => {
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
      progress(`${file}: ${output.split("\n").length - 1} outcomes`);
    });
    child.on("error", reject);
    child.on("close", (code) => {
      progress("");
      if (code !== 0) return reject(new Error(`it ended with code ${code}`));
      const lines = output.split("\n").filter((line) => line.startsWith('{"id"'));
      resolve(lines.map((line) => JSON.parse(line)));
    });
  });
}

function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${text}`);
}
