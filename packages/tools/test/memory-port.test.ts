import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type MemoryWrite, ToolRefusal } from "../src/index.js";
import { findBwrap } from "./find-bwrap.js";
import { type BenchPorts, temporaryFolder, toolBench } from "./tool-bench.js";

/** A memory that writes nothing down and refuses what says "guess". */
function memoryBench(ports: BenchPorts = {}) {
  const cwd = temporaryFolder();
  const dir = join(cwd, "memory");
  mkdirSync(dir);
  writeFileSync(join(dir, "global_mem.txt"), "## [A]\n- one\n");
  const writes: MemoryWrite[] = [];
  const write = async (wanted: MemoryWrite): Promise<void> => {
    if (wanted.text.includes("guess")) throw new ToolRefusal("Not written. Nothing proves it.");
    writes.push(wanted);
  };
  const bench = toolBench({ cwd, memory: { dir, write }, ...ports });
  const fact = () => readFileSync(join(dir, "global_mem.txt"), "utf8");
  return { ...bench, dir, writes, fact };
}

describe("a path below the memory folder", () => {
  it("goes through the memory's door, and nothing else is written", async () => {
    const { call, writes, fact } = memoryBench();
    await call("file_write", { path: "memory/new_sop.md", content: "# New\n" });
    await call("file_patch", { path: "memory/global_mem.txt", old_content: "- one", new_content: "- two" });
    await call("file_write", { path: "memory/global_mem.txt", content: "- three\n", mode: "append" });
    expect(writes.map(({ path, text, by }) => ({ path, text, by }))).toEqual([
      { path: "new_sop.md", text: "# New\n", by: "file_write" },
      { path: "global_mem.txt", text: "## [A]\n- two\n", by: "file_patch" },
      { path: "global_mem.txt", text: "## [A]\n- one\n- three\n", by: "file_write" },
    ]);
    expect(writes[1]!.before?.toString()).toBe("## [A]\n- one\n");
    expect(fact()).toBe("## [A]\n- one\n");
  });

  it("tells the model why the door said no", async () => {
    const { call } = memoryBench();
    const answer = await call("file_write", {
      path: "memory/global_mem.txt",
      content: "- a guess\n",
      mode: "append",
    });
    expect(answer).toMatchObject({ text: "Not written. Nothing proves it.", isError: true });
  });

  it.each([
    ["through ..", "x/../memory/global_mem.txt"],
    ["through a linked file", "link.txt"],
    ["through a linked folder", "folder/global_mem.txt"],
    ["through a link to a link", "again/global_mem.txt"],
  ])("is found %s", async (_, path) => {
    const { call, cwd, dir, writes, fact } = memoryBench();
    mkdirSync(join(cwd, "x"));
    symlinkSync(join(dir, "global_mem.txt"), join(cwd, "link.txt"));
    symlinkSync(dir, join(cwd, "folder"));
    symlinkSync("folder", join(cwd, "again"));
    await call("file_write", { path, content: "- x\n", mode: "append" });
    await call("file_patch", { path, old_content: "- one", new_content: "- y" });
    expect(writes.map((write) => write.path)).toEqual(["global_mem.txt", "global_mem.txt"]);
    expect(fact()).toBe("## [A]\n- one\n");
  });

  it("cannot be changed through a hard link: the link gets a file of its own", async () => {
    const { call, cwd, dir, fact } = memoryBench();
    linkSync(join(dir, "global_mem.txt"), join(cwd, "hard.txt"));
    await call("file_write", { path: "hard.txt", content: "- a guess\n", mode: "append" });
    expect(fact()).toBe("## [A]\n- one\n");
  });

  it("may be written where only other folders may", async () => {
    const roots = [temporaryFolder()];
    const { call, writes } = memoryBench({ roots });
    await call("file_write", { path: "memory/a_sop.md", content: "# A\n" });
    expect(writes).toHaveLength(1);
    expect((await call("file_write", { path: "b.md", content: "# B\n" })).isError).toBe(true);
  });
});

describe("code_run", () => {
  it("finds the memory read-only behind a wall, wherever the workspace is", async () => {
    findBwrap();
    const { call, fact } = memoryBench({ sandbox: "strongest" });
    const answer = await call("code_run", {
      type: "bash",
      script:
        "cat memory/global_mem.txt; echo x >> memory/global_mem.txt; touch memory/new; mv memory other; rm -rf memory",
    });
    expect(answer.text).toContain("- one");
    expect(answer.text).toMatch(/Read-only file system/);
    expect(fact()).toBe("## [A]\n- one\n");
  });

  it("says what the memory put back", async () => {
    const cwd = temporaryFolder();
    const dir = join(cwd, "memory");
    mkdirSync(dir);
    const watched: boolean[] = [];
    const watchCommand = async (isWalled: boolean) => {
      watched.push(isWalled);
      return async () => "memory/global_mem.txt was changed by the command and put back";
    };
    const { call } = memoryBench({ memory: { dir, write: async () => {}, watchCommand } });
    const answer = await call("code_run", { type: "bash", script: "true" });
    expect(answer.text).toContain("put back");
    expect(watched).toEqual([false]);
  });
});
