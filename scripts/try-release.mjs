// Tries a release from end to end in a temporary folder; the repository stays as it is. Versions and changelogs are
// made by changesets, packages are packed by pnpm, and the tarballs are installed by npm in an empty project, where
// each entry is imported, required and type-checked. Usage: npm run try-release [-- --keep]
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("..", import.meta.url));
const { packageManager, devDependencies } = readJson(join(repository, "package.json"));
const keep = process.argv.includes("--keep");
const place = mkdtempSync(join(tmpdir(), "ga-release-"));
const clone = join(place, "repository");
const tarballs = join(place, "tarballs");
const project = join(place, "project");

try {
  step("clone what is committed", () => run("git", ["clone", "--quiet", repository, clone], place));
  step("install", () =>
    run("npx", ["-y", packageManager, "install", "--frozen-lockfile", "--prefer-offline"], clone),
  );
  const before = new Map(packages().map(({ name, version }) => [name, version]));
  step("changeset version", () => run("npx", ["changeset", "version"], clone));
  const released = packages().filter(({ name, version }) => before.get(name) !== version);
  checkChangelogs(released);
  step("build", () => run("npm", ["run", "--silent", "build"], clone)); // after the versions: ga prints its own
  step("pack", () => pack(released));
  step("install the tarballs in an empty project", installTarballs);
  const entries = released.flatMap(entriesOf);
  step(`import ${entries.length} entries as ESM`, () =>
    check(
      "esm.mjs",
      entries.map((entry) => `await import("${entry}");`),
    ),
  );
  step("require them as CommonJS", () =>
    check(
      "cjs.cjs",
      entries.map((entry) => `require("${entry}");`),
    ),
  );
  step("type-check with skipLibCheck: false", () => checkTypes(entries));
  step("run ga", runCli);
  console.log(`\n${released.map(({ name, version }) => `${name} ${version}`).join("\n")}`);
  console.log(`\n${released.length} packages could be released.`);
} finally {
  if (keep) console.log(`Kept: ${place}`);
  else rmSync(place, { recursive: true, force: true });
}

function packages() {
  return ["packages", "apps"].flatMap((parent) =>
    readdirSync(join(clone, parent))
      .map((folder) => ({ folder: join(clone, parent, folder) }))
      .filter(({ folder }) => existsSync(join(folder, "package.json")))
      .map(({ folder }) => ({ folder, ...readJson(join(folder, "package.json")) })),
  );
}

function checkChangelogs(released) {
  if (released.length === 0) fail("no package got a new version: is there a changeset?");
  for (const { name, version, folder } of released) {
    const changelog = existsSync(join(folder, "CHANGELOG.md"))
      ? readFileSync(join(folder, "CHANGELOG.md"), "utf8")
      : "";
    if (!changelog.includes(`## ${version}`)) fail(`the changelog of ${name} does not tell ${version}`);
  }
  const left = readdirSync(join(clone, ".changeset")).filter(
    (name) => name.endsWith(".md") && name !== "README.md",
  );
  if (left.length > 0) fail(`changesets were left over: ${left.join(", ")}`);
}

function pack(released) {
  mkdirSync(tarballs);
  for (const { folder } of released) run("npx", ["pnpm", "pack", "--pack-destination", tarballs], folder);
}

function installTarballs() {
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{ "name": "stranger", "private": true }\n');
  const files = readdirSync(tarballs).map((name) => join(tarballs, name));
  const tools = ["typescript", "@types/node"].map((name) => `${name}@${catalogVersion(name)}`);
  run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...files, ...tools], project);
}

/** What a package offers to import; JSON files are not code. */
function entriesOf({ name, exports = {} }) {
  return Object.keys(exports)
    .filter((path) => !path.endsWith(".json"))
    .map((path) => name + path.slice(1));
}

function checkTypes(entries) {
  const lines = entries.map(
    (entry, index) => `import * as e${index} from "${entry}";\nexport const t${index}: object = e${index};`,
  );
  writeFileSync(join(project, "types.ts"), `${lines.join("\n")}\n`);
  const compilerOptions = {
    ...{ target: "es2022", lib: ["es2023"], module: "nodenext", types: ["node"] },
    ...{ strict: true, skipLibCheck: false, noEmit: true },
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["types.ts"] }));
  run("npx", ["tsc", "-p", "."], project);
}

function runCli() {
  const { version } = packages().find(({ name }) => name === "genericagent");
  const printed = run("npx", ["ga", "--version"], project).trim();
  if (printed !== version) fail(`ga --version printed ${printed}, not ${version}`);
  run("npx", ["ga", "tour"], project);
}

function check(file, lines) {
  writeFileSync(join(project, file), `${lines.join("\n")}\n`);
  run(process.execPath, [file], project);
}

function catalogVersion(name) {
  if (devDependencies[name] !== "catalog:") return devDependencies[name];
  const catalog = readFileSync(join(repository, "pnpm-workspace.yaml"), "utf8");
  return new RegExp(`^  "?${name}"?: (\\S+)$`, "m").exec(catalog)[1];
}

function step(what, work) {
  const started = performance.now();
  process.stdout.write(`${what} … `);
  work();
  console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`);
}

function run(command, args, cwd) {
  try {
    return execFileSync(command, args, {
      ...{ cwd, encoding: "utf8", stdio: "pipe", maxBuffer: 1e8, timeout: 900_000 },
      shell: process.platform === "win32",
      env: { ...process.env, CI: "true", TURBO_TELEMETRY_DISABLED: "1" },
    });
  } catch (error) {
    fail(`${command} ${args.join(" ")}: ${error.stdout ?? ""}${error.stderr ?? error.message}`);
  }
}

function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}

function fail(why) {
  console.error(`\nThis release would fail: ${why}`);
  throw new Error("the release cannot be made");
}
