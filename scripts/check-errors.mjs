// Holds docs/errors.md to the code: every error code in the sources stands there, and nothing else does.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const documented = new Set(
  [...readFileSync(join(root, "docs/errors.md"), "utf8").matchAll(/^\| `([a-z-]+)`/gm)].map(
    (match) => match[1],
  ),
);
const thrown = new Set(sources().flatMap(codesOf));

const problems = [
  ...[...thrown].filter((code) => !documented.has(code)).map((code) => `not in docs/errors.md: ${code}`),
  ...[...documented]
    .filter((code) => !thrown.has(code))
    .map((code) => `in docs/errors.md, but nowhere thrown: ${code}`),
];
if (thrown.size === 0) problems.push("no error code was found in the sources");
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
console.log(`Error codes checked: ${thrown.size}.`);

function sources() {
  return ["packages", "apps"].flatMap((parent) =>
    readdirSync(join(root, parent)).flatMap((folder) =>
      readdirSync(join(root, parent, folder, "src"), { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8")),
    ),
  );
}

/** The members of `…ErrorCode` unions, narrowed `code` fields, and the codes given to error constructors. */
function codesOf(source) {
  const unions = [...source.matchAll(/(?:type \w+ErrorCode =|readonly code:)([^;,]+)[;,]/g)];
  const literals = [
    ...source.matchAll(/Error\(\s*\{[^}]*?\bcode: "([a-z-]+)"/g),
    ...source.matchAll(/super\(\{ code: "([a-z-]+)"/g),
  ];
  return [
    ...unions.flatMap(([, members]) => [...members.matchAll(/"([a-z-]+)"/g)].map((member) => member[1])),
    ...literals.map((match) => match[1]),
  ];
}
