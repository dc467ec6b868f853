import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { writeFileAtomically } from "../src/index.js";
import { temporaryFolder } from "./tool-bench.js";

const CHARS = 200_000;
const KILLS = 13;
/** Files that one process writes at the same time: each kill finds each of them at another point. */
const FILES = [..."abcdefghijklmnop"];
const writer = fileURLToPath(new URL("write-forever.mjs", import.meta.url));

it("D10: kills at 208 points of a write leave the old content or the new", async () => {
  const cwd = temporaryFolder();
  for (let kill = 0; kill < KILLS; kill++) {
    await killWhileWriting(cwd);
    for (const name of FILES) {
      const content = readFileSync(join(cwd, name), "utf8");
      expect(content.length).toBe(CHARS);
      expect(content === content[0]!.repeat(CHARS)).toBe(true);
    }
  }
  // What a killed writer leaves behind is hidden.
  expect(
    readdirSync(cwd)
      .filter((name) => !name.startsWith("."))
      .sort(),
  ).toEqual(FILES);
});

async function killWhileWriting(cwd: string): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, [writer, cwd, `${CHARS}`, ...FILES], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await once(child.stdout!, "data");
  await sleep(Math.random() * 60);
  child.kill("SIGKILL");
  await once(child, "exit");
}

it("writes many times at once without a torn file or a leftover", async () => {
  const cwd = temporaryFolder();
  const path = join(cwd, "file");
  const contents = Array.from({ length: 20 }, (_, i) => `${i};`.repeat(10_000));
  await Promise.all(
    contents.map((content) => writeFileAtomically(path, [content.slice(0, 7), content.slice(7)])),
  );
  expect(contents).toContain(readFileSync(path, "utf8"));
  expect(readdirSync(cwd)).toEqual(["file"]);
});

it("leaves the old content and no temporary file when a part cannot be written", async () => {
  const cwd = temporaryFolder();
  const path = join(cwd, "file");
  writeFileSync(path, "old");
  const broken = Symbol("no content") as unknown as string;
  await expect(writeFileAtomically(path, ["new", broken])).rejects.toThrow();
  expect(readFileSync(path, "utf8")).toBe("old");
  expect(readdirSync(cwd)).toEqual(["file"]);
});
