// Puts the extension's folder together in dist/extension and zips it, there or to the path that is given. The same
// sources give the same bytes; what is right already is not written anew, for a browser may be reading it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { zipSync } from "fflate";

const root = fileURLToPath(new URL("..", import.meta.url));
const from = join(root, "extension");
const to = join(root, "dist/extension");

for (const name of readdirSync(from))
  if (/\.(html|css|png)$/.test(name)) put(join(to, name), readFileSync(join(from, name)));
put(join(to, "manifest.json"), Buffer.from(`${JSON.stringify(manifest(), null, 2)}\n`));
const zip = process.argv[2] ?? join(root, "dist/genericagent-extension.zip");
put(zip, zipSync(files(), { level: 9, mtime: new Date(1980, 0, 1) }));

function put(path, bytes) {
  if (!existsSync(path) || !readFileSync(path).equals(bytes)) writeFileSync(path, bytes);
}

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
