import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { StepOutcome } from "@genericagent/core-loop";
import { expect, it } from "vitest";
import { findBwrap } from "./find-bwrap.js";
import { temporaryFolder, toolBench } from "./tool-bench.js";

type Calls = [name: string, args: object][];

const program = fileURLToPath(new URL("call-tools.mjs", import.meta.url));
const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;

/** Answers of the built tools in a process of its own, in front of which other arguments may stand. */
function callTools(before: string[], ports: object, calls: Calls, options: object = {}): StepOutcome[] {
  const [command, ...args] = [...before, process.execPath, program];
  const input = JSON.stringify({ ports, calls, sandbox: "none" });
  const { stdout, stderr } = spawnSync(command!, args, { encoding: "utf8", input, ...options });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

const refusal = (text: string) => ({ isError: true, data: expect.stringContaining(text) });

it("a full disk leaves the old file, no half of a new one, and the output that fits", () => {
  const cwd = temporaryFolder();
  const disk = join(cwd, "disk");
  mkdirSync(disk);
  const small = [findBwrap(), "--dev-bind", "/", "/", "--size", `${512 * 1024}`, "--tmpfs", disk];
  const big = "x".repeat(400_000);
  const answers = callTools(
    small,
    { cwd: disk, spillDir: join(disk, "spill"), env: { PATH: process.env.PATH } },
    [
      ["file_write", { path: "f", content: `${"y".repeat(300_000)}\nend\n` }],
      ["file_write", { path: "f", content: big }],
      ["file_write", { path: "new", content: big }],
      ["file_patch", { path: "f", old_content: "end", new_content: big }],
      ["code_run", { type: "bash", script: "ls -A; tail -n 1 f; seq 1 100000" }],
    ],
  );
  expect(answers[0]!.isError).toBeUndefined();
  for (const answer of answers.slice(1, 4))
    expect(answer).toMatchObject(refusal("the disk is full; nothing was changed"));
  expect(answers[4]!.data).toMatch(
    /^exit 0\noutput: \d+ characters, incomplete \(ENOSPC.*\) in .*spill.*\nf\nend\n1\n2\n/,
  );
  expect(answers[4]!.data).toMatch(/99999\n100000\n$/);
});

it("code that finds no room for its own file is refused", () => {
  const cwd = temporaryFolder();
  const disk = join(cwd, "disk");
  mkdirSync(disk);
  const small = [
    findBwrap(),
    "--dev-bind",
    "/",
    "/",
    "--size",
    "16384",
    "--tmpfs",
    disk,
    "--setenv",
    "TMPDIR",
    disk,
  ];
  const [answer] = callTools(small, { cwd }, [
    ["code_run", { type: "python", script: `# ${"x".repeat(50_000)}` }],
  ]);
  expect(answer).toMatchObject(refusal("the disk is full"));
});

it("a read-only file system is named, and read from", () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "f"), "old\n");
  const fixed = [findBwrap(), "--dev-bind", "/", "/", "--ro-bind", cwd, cwd];
  const answers = callTools(fixed, { cwd }, [
    ["file_read", { path: "f" }],
    ["file_write", { path: "f", content: "new" }],
    ["file_write", { path: "a/b", content: "new" }],
    ["file_patch", { path: "f", old_content: "old", new_content: "new" }],
  ]);
  expect(answers[0]).toEqual({ data: "[1 line]\n1|old" });
  for (const answer of answers.slice(1))
    expect(answer).toMatchObject(refusal("the file system is read-only"));
  expect(readdirSync(cwd)).toEqual(["f"]);
});

it("a missing permission is named, and nothing is changed", () => {
  const cwd = temporaryFolder();
  chmodSync(cwd, 0o755);
  const own = (path: string, mode: number) => {
    if (isRoot) chownSync(path, 0, 0);
    chmodSync(path, mode);
  };
  writeFileSync(join(cwd, "secret"), "s");
  writeFileSync(join(cwd, "fixed"), "old");
  mkdirSync(join(cwd, "closed"));
  own(join(cwd, "secret"), 0o000);
  own(join(cwd, "fixed"), 0o444);
  own(join(cwd, "closed"), 0o000);
  // Nothing is forbidden to root: the calls are made by a user who owns nothing.
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const answers = callTools(
    [],
    { cwd },
    [
      ["file_read", { path: "secret" }],
      ["file_read", { path: "closed/x" }],
      ["file_write", { path: "fixed", content: "new" }],
      ["file_write", { path: "closed/x", content: "new" }],
      ["file_patch", { path: "fixed", old_content: "old", new_content: "new" }],
      ["code_run", { type: "bash", script: "true", cwd: "closed" }],
    ],
    user,
  );
  for (const answer of answers) expect(answer).toMatchObject(refusal("permission denied"));
  chmodSync(join(cwd, "closed"), 0o700);
  expect(readFileSync(join(cwd, "fixed"), "utf8")).toBe("old");
  expect(readdirSync(cwd).sort()).toEqual(["closed", "fixed", "secret"]);
});

it("a folder that takes no new files is named, for the file itself may be writable", () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "f"), "old");
  chmodSync(join(cwd, "f"), 0o666);
  chmodSync(cwd, 0o555);
  const calls: Calls = [
    ["file_write", { path: "f", content: "new" }],
    ["file_patch", { path: "f", old_content: "old", new_content: "new" }],
  ];
  const answers = callTools([], { cwd }, calls, isRoot ? { uid: NOBODY, gid: NOBODY } : {});
  for (const answer of answers) expect(answer).toMatchObject(refusal("its folder takes no new files"));
  chmodSync(cwd, 0o755);
  expect(readFileSync(join(cwd, "f"), "utf8")).toBe("old");
});

it("names of any form: line breaks work, bytes that are not UTF-8 are explained", async () => {
  const { call, cwd } = toolBench();
  const name = "two\nlines\t.txt";
  expect((await call("file_write", { path: name, content: "x" })).isError).toBeUndefined();
  expect(readFileSync(join(cwd, name), "utf8")).toBe("x");
  const gone = await call("file_read", { path: `${name}.gone` });
  expect(gone.text.split("\n")).toHaveLength(1);
  writeFileSync(Buffer.concat([Buffer.from(`${cwd}/caf`), Buffer.from([0xe9])]), "x");
  const lossy = readdirSync(cwd).find((entry) => entry.startsWith("caf"))!;
  expect(await call("file_read", { path: lossy })).toMatchObject(
    refusal("bytes of a name that are not UTF-8"),
  );
});

it("files of the kernel: read where they end, refused where they would wait or cannot be stored", async () => {
  const { call } = toolBench();
  expect((await call("file_read", { path: "/proc/self/status", keyword: "pid" })).text).toContain("Pid:");
  const waiting = await call("file_read", { path: "/proc/kmsg", count: 1 });
  expect(waiting.text).toMatch(/^(\[|Cannot read \/proc\/kmsg: )/);
  for (const path of ["/proc/self/comm", "/sys/kernel/x", "/proc/new"])
    expect(await call("file_write", { path, content: "x" })).toMatchObject(
      refusal("it belongs to the kernel"),
    );
  const device = { path: "/dev/full", old_content: "a", new_content: "b" };
  expect(await call("file_patch", device)).toMatchObject(refusal("it is a device"));
  expect(await call("file_write", { path: `${"d/".repeat(2_500)}f`, content: "x" })).toMatchObject(
    refusal("the name is too long"),
  );
});
