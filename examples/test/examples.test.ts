import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const run = (name: string) =>
  execFileSync(process.execPath, [fileURLToPath(new URL(`../${name}`, import.meta.url))], {
    encoding: "utf8",
    timeout: 30_000,
  });

it("loop-alone drives a stranger's model and handler to the end", () => {
  expect(run("loop-alone.mjs")).toContain("The number is 73. (done after 7 turns)");
});

it("scheduled-agent keeps its hour over the change of the clocks, and makes up for one missed morning", () => {
  expect(run("scheduled-agent.mjs")).toBe(
    `2026-10-23T07:00:00.000Z I did "standup (due 2026-10-23 09:00 Europe/Berlin)".
2026-10-26T08:00:00.000Z I did "standup (due 2026-10-26 09:00 Europe/Berlin)".
2026-10-28T10:00:00.000Z I did "standup (due 2026-10-28 09:00 Europe/Berlin, 120 minutes late)".
3 runs, 1 time noted as missed
`,
  );
});
