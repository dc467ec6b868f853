import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { ConformanceCase } from "./conformance-case.js";

/** Where the cases lie, one JSON file each. */
export const casesDir = (): string =>
  join(dirname(createRequire(import.meta.url).resolve("@genericagent/llm/package.json")), "conformance");

/** All cases, in the order of their ids. */
export const listCases = (): ConformanceCase[] =>
  readdirSync(casesDir())
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(casesDir(), name), "utf8")) as ConformanceCase)
    .sort((a, b) => a.id.localeCompare(b.id, "en", { numeric: true }));
