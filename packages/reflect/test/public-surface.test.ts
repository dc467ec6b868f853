import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { runReadmeExample } from "../../../scripts/readme-example.mjs";
import * as surface from "../src/index.js";
import * as testing from "../src/testing/index.js";

it("exports exactly these values", () => {
  expect(Object.keys(testing)).toEqual(["FakeClock"]);
  expect(Object.keys(surface).sort()).toEqual([
    "Board",
    "BoardClient",
    "Exploration",
    "JobStore",
    "PendingProposals",
    "Receipts",
    "ReflectError",
    "START_WEIGHTS",
    "adaptWeights",
    "boardTrigger",
    "breadthOf",
    "depthOf",
    "goalTrigger",
    "hostOf",
    "idleTrigger",
    "judgePrompt",
    "judgedValue",
    "lastArray",
    "lessonOf",
    "lockHost",
    "manualTaskOfJob",
    "mergeTriggers",
    "nextOccurrence",
    "normalised",
    "occurrencesAfter",
    "parsePlan",
    "readJob",
    "reflect",
    "reflectPaths",
    "scheduleHealth",
    "scheduleTrigger",
    "scoreTask",
    "scriptTrigger",
    "serveBoard",
    "systemClock",
    "wallText",
    "watchCommandTrigger",
    "watchFilesTrigger",
    "watchLogTrigger",
  ]);
});

it("runs the README example as it stands", () => {
  const { status, stdout, stderr } = runReadmeExample(fileURLToPath(new URL("..", import.meta.url)));
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(stdout).toBe("done An answer to: Sum up the day.\n1 run, earlier times noted as missed\n");
});
