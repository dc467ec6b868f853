import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { strFromU8, unzipSync } from "fflate";
import { expect, it } from "vitest";
import { EXTENSION_ID, WIRE_VERSION } from "../src/index.js";

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const ZIP = at("dist/genericagent-extension.zip");

it("has the id that the bridge admits, the version of the wire, and no permission more than it needs", () => {
  const files = unzipSync(readFileSync(ZIP));
  const manifest = JSON.parse(strFromU8(files["manifest.json"] as Uint8Array)) as Record<string, unknown>;
  const digest = createHash("sha256")
    .update(Buffer.from(String(manifest.key), "base64"))
    .digest("hex");
  const id = [...digest.slice(0, 32)].map((digit) => "abcdefghijklmnop"[Number.parseInt(digit, 16)]).join("");
  expect(id).toBe(EXTENSION_ID);
  expect(manifest.version).toMatch(new RegExp(`\\.${WIRE_VERSION}$`));
  expect(manifest.permissions).toEqual(["debugger", "tabs", "downloads", "alarms", "webNavigation"]);
  expect(Object.keys(manifest)).not.toContain("host_permissions");
  expect(Object.keys(manifest)).not.toContain("web_accessible_resources");
  expect(Object.keys(manifest)).not.toContain("externally_connectable");
  expect(Object.keys(files)).toContain("service-worker.js");
  expect(Object.keys(files)).not.toContain("pairing.json");
});

it("is zipped to the same bytes every time, in any time zone", () => {
  const folder = mkdtempSync(join(tmpdir(), "ga-pack-"));
  const again = join(folder, "again.zip");
  const env = { ...process.env, TZ: "Pacific/Auckland" };
  try {
    expect(spawnSync(process.execPath, [at("build/pack-extension.mjs"), again], { env }).status).toBe(0);
    expect(readFileSync(again).equals(readFileSync(ZIP))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
