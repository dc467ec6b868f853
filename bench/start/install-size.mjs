import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TARGET_MB = 40;

/** Packs the CLI and the workspace packages it needs, installs them in an empty folder and weighs node_modules. */
export async function installSize() {
  const folder = mkdtempSync(join(tmpdir(), "ga-install-"));
  try {
    const names = neededBy("genericagent", workspacePackages());
    run(
      "npx",
      ["pnpm", "-r", ...names.flatMap((name) => ["--filter", name]), "pack", "--pack-destination", folder],
      ROOT,
    );
    const tarballs = readdirSync(folder).filter((file) => file.endsWith(".tgz"));
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "empty", private: true }));
    const started = performance.now();
    run("npm", ["install", "--no-audit", "--no-fund", ...tarballs.map((file) => `./${file}`)], folder);
    const seconds = (performance.now() - started) / 1000;
    const sizes = packageSizes(join(folder, "node_modules"));
    const megabytes = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
    const largest = sizes.slice(0, 3).map(({ name, bytes }) => `${name} ${(bytes / 1e6).toFixed(1)}`);
    return [
      {
        what: "npm i genericagent, node_modules",
        measured: `${megabytes.toFixed(1)} MB`,
        reference: `${sizes.length} packages, ${seconds.toFixed(0)} s; largest: ${largest.join(", ")}`,
        target: `${TARGET_MB} MB`,
        met: megabytes < TARGET_MB,
        samples: { packages: sizes },
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function workspacePackages() {
  const folders = ["packages", "apps"].flatMap((group) =>
    readdirSync(join(ROOT, group)).map((name) => join(ROOT, group, name, "package.json")),
  );
  const manifests = folders.filter(existsSync).map((file) => JSON.parse(readFileSync(file, "utf8")));
  return new Map(manifests.map((manifest) => [manifest.name, manifest]));
}

function neededBy(name, manifests, seen = new Set()) {
  if (!manifests.has(name) || seen.has(name)) return [...seen];
  seen.add(name);
  for (const dependency of Object.keys(manifests.get(name).dependencies ?? {}))
    neededBy(dependency, manifests, seen);
  return [...seen];
}

function run(command, args, cwd) {
  const { status, stderr } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status !== 0)
    throw new Error(`${command} ${args[0]} ${args[1]} ended with code ${status}: ${stderr.slice(-400)}`);
}

/** Each installed package with its own bytes, the largest first. */
function packageSizes(nodeModules) {
  const folders = readdirSync(nodeModules)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(nodeModules, name)).map((n) => `${name}/${n}`) : name,
    );
  return folders
    .map((name) => ({ name, bytes: folderBytes(join(nodeModules, name)) }))
    .sort((a, b) => b.bytes - a.bytes);
}

function folderBytes(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0);
}
