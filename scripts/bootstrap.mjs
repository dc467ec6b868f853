// Installs the workspace when node_modules does not match the lock file. Needs only node and npm.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const root = new URL("..", import.meta.url);
const at = (path) => new URL(path, root);
const stamp = at("node_modules/.bootstrap-lock");
const lock = readFileSync(at("pnpm-lock.yaml"), "utf8");
const done = existsSync(stamp) && readFileSync(stamp, "utf8") === lock;

if (!done || process.argv.includes("--force")) {
  const { packageManager } = JSON.parse(readFileSync(at("package.json"), "utf8"));
  const install = spawnSync("npx", ["-y", packageManager, "install", "--frozen-lockfile"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, CI: "true" },
  });
  if (install.status !== 0) process.exit(install.status ?? 1);
  writeFileSync(stamp, lock);
}
