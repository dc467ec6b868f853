import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { runReadmeExample } from "../../../scripts/readme-example.mjs";
import * as surface from "../src/index.js";

it("exports exactly these values", () => {
  expect(Object.keys(surface).sort()).toEqual([
    "ArchiveIndex",
    "FILES",
    "Memory",
    "MemoryError",
    "RECORD_FILE",
    "SkillStore",
    "appendAccount",
    "approveFile",
    "changesOf",
    "checkMemory",
    "collectGarbage",
    "composeSkills",
    "crystallize",
    "diffStates",
    "exportSkill",
    "exportSop",
    "factsOf",
    "fillAnswer",
    "formatHistory",
    "gateSkill",
    "importFolder",
    "importSkills",
    "isTrusted",
    "jsonIn",
    "layerOf",
    "loadSkills",
    "matchSkills",
    "openMemory",
    "outputHash",
    "parseHistory",
    "parseSkill",
    "planSkill",
    "proofsOf",
    "readAccount",
    "readHistory",
    "readPackage",
    "readTrace",
    "rebuildState",
    "receiptsFor",
    "sampleEnvironments",
    "searchArchive",
    "shouldDemote",
    "similarityOf",
    "skillAccount",
    "slug",
    "statsPage",
    "triggerOf",
    "undoChange",
    "unusedSkills",
    "updateHistory",
    "usageLine",
    "wordsOf",
    "worthDistilling",
    "zipOf",
  ]);
});

it("runs the README example as it stands", () => {
  const { status, stdout, stderr } = runReadmeExample(fileURLToPath(new URL("..", import.meta.url)));
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(stdout).toMatch(/^memory-refused: .*\nmemory-refused\nMemory: /);
  expect(stdout).toContain("L2 sections: NETWORK");
  expect(stdout).toMatch(/0 problems\n$/);
});
