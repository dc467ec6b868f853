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
