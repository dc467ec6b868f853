// Holds every source file to the table of allowed imports: down only, and no `node:` module where code must also
// run in a browser. Sources are read, not run.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** Which sibling packages the sources of each package may import. */
const MAY_IMPORT = {
  "packages/core-loop": [],
  "packages/simphtml": [],
  "packages/context": ["core-loop"],
  "packages/llm": ["core-loop"],
  "packages/memory": ["core-loop"],
  "packages/browser-cdp": ["core-loop", "simphtml"],
  "packages/device": ["core-loop"],
  "packages/reflect": ["core-loop"],
  "packages/tools": ["core-loop", "context", "simphtml"],
  "packages/agent": [
    ...["core-loop", "context", "llm", "memory", "browser-cdp", "device", "reflect", "tools", "simphtml"],
  ],
  "apps/cli": ["agent", "core-loop", "llm", "tools", "context", "memory", "browser-cdp", "device", "reflect"],
};
const NO_NODE = new Set(["packages/core-loop", "packages/context", "packages/simphtml"]);
const SCOPE = "@genericagent/";

const root = fileURLToPath(new URL("..", import.meta.url));
const problems = [];
let files = 0;

for (const parent of ["packages", "apps"])
  for (const folder of readdirSync(join(root, parent))) checkPackage(`${parent}/${folder}`);

if (files === 0) problems.push("no source file was found");
if (problems.length > 0) {
  console.error(
    `Imports that the table in scripts/check-imports.mjs does not allow:\n${problems.join("\n")}`,
  );
  process.exit(1);
}
console.log(`Imports checked: ${files} files.`);

function checkPackage(folder) {
  const allowed = MAY_IMPORT[folder];
  if (!allowed) return problems.push(`${folder}: not in the table`);
  for (const file of sourcesBelow(join(root, folder, "src"))) {
    files++;
    for (const specifier of importsOf(readFileSync(file, "utf8"))) {
      const where = relative(root, file);
      if (NO_NODE.has(folder) && specifier.startsWith("node:")) problems.push(`${where}: ${specifier}`);
      if (!specifier.startsWith(SCOPE)) continue;
      const sibling = specifier.slice(SCOPE.length).split("/")[0];
      if (!allowed.includes(sibling)) problems.push(`${where}: ${specifier}`);
    }
  }
}

function sourcesBelow(dir) {
  return readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mts|js|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

function importsOf(source) {
  return [...source.matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map((match) => match[1]);
}
