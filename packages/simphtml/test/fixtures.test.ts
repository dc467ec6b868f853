import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { simplify } from "../src/index.js";
import { type Chromium, openChromium } from "./chromium.js";

/**
 * A fixture is a folder: `source.html`, what a live page shows of it in `expected.txt`, and what can be told without
 * layout in `expected-string.txt`. UPDATE_FIXTURES=1 writes them anew: read the difference before it is committed.
 */
const root = new URL("fixtures/", import.meta.url);
const names = readdirSync(root).sort();

let chromium: Chromium;
beforeAll(async () => {
  chromium = await openChromium();
});
afterAll(() => chromium?.close());

describe.each(names)("%s", (name) => {
  const source = readFileSync(new URL(`${name}/source.html`, root), "utf8");

  it("in a live page", async () => {
    const { scan } = await chromium.load(source);
    expectText(`${name}/expected.txt`, (await scan()).text);
  });

  it("from a string", () => {
    expectText(`${name}/expected-string.txt`, simplify(source).text);
  });
});

function expectText(path: string, text: string): void {
  const file = fileURLToPath(new URL(path, root));
  if (process.env.UPDATE_FIXTURES) writeFileSync(file, `${text}\n`);
  expect(`${text}\n`).toBe(readFileSync(file, "utf8"));
}
