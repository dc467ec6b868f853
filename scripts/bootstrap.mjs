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
  const status = install(packageManager) === 0 ? 0 : install(packageManager); // a registry may fail once
  if (status !== 0) {
    console.error(
      `The packages could not be installed. Is the npm registry within reach? Then: npm run setup`,
    );
    process.exit(status ?? 1);
  }
  writeFileSync(stamp, lock);
}

function install(packageManager) {
  return spawnSync("npx", ["-y", packageManager, "install", "--frozen-lockfile"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, CI: "true" },
  }).status;
}
