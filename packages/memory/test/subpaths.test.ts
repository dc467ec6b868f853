import { expect, it } from "vitest";
import * as main from "../src/index.js";
import * as matching from "../src/matching.js";
import * as open from "../src/open.js";

it("@genericagent/memory/open and /matching export these values, the same as the main entry's", () => {
  expect(Object.keys(open).sort()).toEqual([
    "FILES",
    "Memory",
    "MemoryError",
    "SkillStore",
    "isTrusted",
    "layerOf",
    "openMemory",
    "outputHash",
    "wordsOf",
  ]);
  expect(Object.keys(matching).sort()).toEqual(["matchSkills", "usageLine"]);
  const all = new Map<string, unknown>(Object.entries(main));
  for (const [name, value] of Object.entries({ ...open, ...matching })) expect(all.get(name)).toBe(value);
});
