import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { lockFile } from "../src/index.js";
import { tempDir } from "./temp-dir.js";

const RACER = fileURLToPath(new URL("lock-racer.mjs", import.meta.url));
const RACERS = 8;
const deadPid = () => spawnSync(process.execPath, ["-e", ""]).pid;

describe("lockFile", () => {
  it("is held by one of many processes that are killed while they hold it", { timeout: 60_000 }, async () => {
    const dir = tempDir();
    const lines = (name: string) =>
      existsSync(join(dir, name)) ? readFileSync(join(dir, name), "utf8").trim().split("\n") : [];
    const children = Array.from({ length: RACERS }, () =>
      spawn(process.execPath, [RACER, dir], { stdio: "inherit" }),
    );
    onTestFinished(() => children.forEach((child) => void child.kill("SIGKILL")));
    const ends = children.map((child) => once(child, "exit"));
    const limit = performance.now() + 30_000;
    while (lines("started").length < RACERS && performance.now() < limit)
      await new Promise((resolve) => setTimeout(resolve, 10));
    writeFileSync(join(dir, "go"), "");
    for (const end of ends) expect(await end).toEqual([null, "SIGKILL"]);

    expect(lines("together")).toEqual([]);
    expect(lines("held")).toHaveLength(RACERS * 5);
    (await lockFile(join(dir, "target")))();
    expect(readdirSync(dir).sort()).toEqual(["go", "held", "inside", "started"]);
  });

  it("of many who find it abandoned, one has it", async () => {
    const target = join(tempDir(), "target");
    writeFileSync(`${target}.lock`, String(deadPid()));
    writeFileSync(`${target}.lock.over`, String(deadPid()));
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => lockFile(target, "job")));
    const held = all.filter((each) => each.status === "fulfilled");
    expect(held).toHaveLength(1);
    for (const each of all)
      if (each.status === "rejected") expect(each.reason).toMatchObject({ code: "busy" });
    held[0]?.value();
    expect(existsSync(`${target}.lock`)).toBe(false);
  });

  it("waits for a pid that is being written, and takes over where none came", async () => {
    const target = join(tempDir(), "target");
    writeFileSync(`${target}.lock`, "");
    setTimeout(() => writeFileSync(`${target}.lock`, String(process.ppid)), 50);
    await expect(lockFile(target)).rejects.toThrow(`pid ${process.ppid}`);
    writeFileSync(`${target}.lock`, "");
    utimesSync(`${target}.lock`, 0, 0);
    (await lockFile(target))();
  });

  it("leaves a lock that is another's by now", async () => {
    const target = join(tempDir(), "target");
    const release = await lockFile(target);
    writeFileSync(`${target}.lock`, String(process.ppid));
    release();
    expect(readFileSync(`${target}.lock`, "utf8")).toBe(String(process.ppid));
  });
});
