import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isInside, writeFileAtomically } from "../src/index.js";
import { temporaryFolder, toolBench } from "./tool-bench.js";

it("notices that a file changed since it was read, and goes on once it is read again", async () => {
  const { call, cwd } = toolBench();
  const at = join(cwd, "f");
  writeFileSync(at, "one\ntwo\n");
  const patch = () => call("file_patch", { path: "f", old_content: "two", new_content: "2" });
  await call("file_read", { path: "f" });
  appendFileSync(at, "three\n");
  for (const refused of [
    await patch(),
    await call("file_write", { path: "f", content: "x" }),
    await call("file_write", { path: "f", content: "x", mode: "append" }),
  ])
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringContaining("it has changed since you read it"),
    });
  expect(readFileSync(at, "utf8")).toBe("one\ntwo\nthree\n");

  expect((await call("file_read", { path: "f" })).text).toContain("3|three");
  expect((await patch()).text).toBe("Patched line 2: now 1 line.");
  // The run's own writes are no surprise to it.
  expect((await call("file_write", { path: "f", content: "4\n", mode: "append" })).isError).toBeUndefined();
  expect(readFileSync(at, "utf8")).toBe("one\n2\nthree\n4\n");

  symlinkSync("f", join(cwd, "link"));
  await call("file_read", { path: "link" });
  await call("code_run", { type: "bash", script: "echo 5 >> f" });
  expect((await patch()).text).toContain("it has changed");
  rmSync(at);
  expect((await call("file_write", { path: "f", content: "new" })).text).toContain("The file is new.");
});

it("does not write over what somebody else writes in the same moment", async () => {
  const at = join(temporaryFolder(), "f");
  writeFileSync(at, "mine");
  const other = writeFileAtomically(at, ["new"], async () => {
    throw new Error("changed");
  });
  await expect(other).rejects.toThrow("changed");
  expect(readFileSync(at, "utf8")).toBe("mine");
});

it("writes and patches inside the roots only, wherever links and dots lead", async () => {
  const outside = temporaryFolder();
  const cwd = temporaryFolder();
  const { call } = toolBench({ cwd, roots: [cwd] });
  mkdirSync(join(cwd, "in"));
  symlinkSync(outside, join(cwd, "out"));
  symlinkSync(join(outside, "later"), join(cwd, "dangling"));
  symlinkSync("in", join(cwd, "inner"));
  writeFileSync(join(outside, "f"), "old");

  const paths = ["../x", "out/x", "out/new/deep/x", "dangling", "in/../../x", `${cwd}-beside`, "/x", "~/x"];
  for (const path of paths) {
    const refused = await call("file_write", { path, content: "y" });
    expect(refused, path).toMatchObject({
      isError: true,
      text: expect.stringContaining(`outside the folders that may be changed (${cwd})`),
    });
  }
  expect(await call("file_patch", { path: "out/f", old_content: "old", new_content: "x" })).toMatchObject({
    isError: true,
    text: expect.stringContaining("outside the folders"),
  });
  expect(readdirSync(outside)).toEqual(["f"]);
  expect((await call("file_read", { path: "out/f" })).text).toContain("1|old");

  for (const path of ["a/b/c", "inner/x", "..dots", "out/../x"])
    expect((await call("file_write", { path, content: "y" })).isError, path).toBeUndefined();
  expect(existsSync(join(cwd, "in", "x"))).toBe(true);
});

it("isInside knows a root itself, a root behind a link, and a neighbour with a longer name", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "root"));
  symlinkSync("root", join(folder, "alias"));
  symlinkSync("loop", join(folder, "loop"));
  const inside = (path: string) => isInside(join(folder, path), [join(folder, "alias")]);
  expect(await inside("root")).toBe(true);
  expect(await inside("root/not/there/yet")).toBe(true);
  expect(await inside("alias/x")).toBe(true);
  expect(await inside("rooted")).toBe(false);
  expect(await isInside("/", [join(folder, "root")])).toBe(false);
  expect(await isInside(join(folder, "root"), [])).toBe(false);
  expect(await isInside("/anything", ["/"])).toBe(true);
  await expect(inside("loop/x")).rejects.toThrow("ELOOP");
});

it("sweeps what a killed writer left behind, and nothing that may still be written", async () => {
  const { call, cwd } = toolBench();
  const hourAgo = new Date(Date.now() - 3_600_000);
  const leave = (name: string, time = hourAgo) => {
    writeFileSync(join(cwd, name), "half");
    utimesSync(join(cwd, name), time, time);
  };
  leave(".ga-4194304-0123456789ab.tmp"); // no system here counts so far
  leave(".ga-4194305-0123456789ab.tmp", new Date());
  leave(`.ga-${process.pid}-0123456789ab.tmp`);
  leave("notes.tmp");
  await call("file_write", { path: "f", content: "x" });
  expect(readdirSync(cwd).sort()).toEqual(
    [".ga-4194305-0123456789ab.tmp", `.ga-${process.pid}-0123456789ab.tmp`, "f", "notes.tmp"].sort(),
  );
});

it("keeps mode, last line and owner of what it patches", async () => {
  const { call, cwd } = toolBench();
  const at = join(cwd, "run.sh");
  writeFileSync(at, "#!/bin/sh\necho old");
  chmodSync(at, 0o4755);
  const { uid, gid } = statSync(at);
  await call("file_patch", { path: "run.sh", old_content: "old", new_content: "new" });
  expect(readFileSync(at, "utf8")).toBe("#!/bin/sh\necho new");
  expect(statSync(at)).toMatchObject({ uid, gid });
  expect(statSync(at).mode & 0o7777).toBe(0o4755);
});
