// Puts the extension's folder together in dist/extension and zips it. The same sources give the same bytes.
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { zipSync } from "fflate";

const root = fileURLToPath(new URL("..", import.meta.url));
const from = join(root, "extension");
const to = join(root, "dist/extension");

for (const name of readdirSync(from))
  if (/\.(html|css|png)$/.test(name)) copyFileSync(join(from, name), join(to, name));
writeFileSync(join(to, "manifest.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
writeFileSync(
  join(root, "dist/genericagent-extension.zip"),
  zipSync(files(), { level: 9, mtime: new Date(1980, 0, 1) }),
);

/** The fourth number is the wire's: Chrome takes no version that is all zeros, and people see what must match. */
function manifest() {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const [, wire] = /WIRE_VERSION = (\d+)/.exec(readFileSync(join(root, "src/bridge/wire.ts"), "utf8"));
  const plain = version.replace(/-.*/, "");
  return { ...JSON.parse(readFileSync(join(from, "manifest.json"), "utf8")), version: `${plain}.${wire}` };
}

function files() {
  return Object.fromEntries(
    readdirSync(to)
      .sort()
      .map((name) => [name, new Uint8Array(readFileSync(join(to, name)))]),
  );
}
