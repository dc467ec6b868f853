import { spawnSync } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checkMemory, importFolder } from "../src/index.js";
import { openTestMemory, PROOF, refusal, temporaryFolder } from "./memory-folder.js";

const proven = { by: "test", receipts: [PROOF] };

describe("bad input is named, and everything else still loads", () => {
  it("an L2 of 100 MB", async () => {
    const memory = await openTestMemory();
    await memory.write({ path: "backup_sop.md", text: "# Backup\n", ...proven });
    const file = openSync(join(memory.dir, "global_mem.txt"), "w");
    const block = `${"- a fact of a hundred characters ".repeat(3)}\n`.repeat(10_000);
    for (let written = 0; written < 100e6; written += block.length) writeSync(file, block);
    closeSync(file);
    const again = await openTestMemory(memory.dir);
    expect((await again.read("backup_sop.md"))!.text).toBe("# Backup\n");
    expect(await again.promptIndex()).toContain("backup_sop");
    const { problems } = await checkMemory(again);
    expect(problems.map(({ path, what }) => `${path}: ${what}`)).toEqual([
      expect.stringMatching(/^global_mem\.txt: it has \d+ MB, so nothing can be added/),
    ]);
    expect((await refusal(again.addFact({ section: "A", text: "- new", ...proven }))).message).toMatch(/MB/);
  });

  it("a file that is no text", async () => {
    const memory = await openTestMemory();
    writeFileSync(join(memory.dir, "old_sop.md"), Buffer.from([0xb1, 0xb8, 0xb7, 0xdd]));
    const again = await openTestMemory(memory.dir);
    expect((await refusal(again.read("old_sop.md"))).code).toBe("memory-damaged");
    expect((await checkMemory(again)).problems).toMatchObject([
      { path: "old_sop.md", what: "it is no UTF-8 text" },
    ]);
  });

  it("damaged side files", async () => {
    const memory = await openTestMemory();
    for (const name of ["usage.json", "seen.json"]) writeFileSync(join(memory.dir, ".ga", name), "{ rubbish");
    const again = await openTestMemory(memory.dir);
    await again.noteUse("a");
    expect(await checkMemory(again)).toMatchObject({ problems: [] });
  });

  it("a link in the folder, and an import with links", async () => {
    const memory = await openTestMemory();
    const outside = join(temporaryFolder(), "x.md");
    writeFileSync(outside, "secret of the system\n");
    symlinkSync(outside, join(memory.dir, "link_sop.md"));
    expect((await refusal(memory.write({ path: "link_sop.md", text: "x", ...proven }))).message).toContain(
      "is a link",
    );
    const theirs = temporaryFolder();
    symlinkSync(outside, join(theirs, "stolen_sop.md"));
    mkdirSync(join(theirs, "L4_raw_sessions"));
    writeFileSync(join(theirs, "L4_raw_sessions/a.jsonl"), "{}\n");
    expect(await importFolder(memory, theirs, "test")).toEqual({
      copied: [],
      left: [{ path: "L4_raw_sessions", why: "sessions stay where they were recorded" }],
      unproven: [],
    });
    rmSync(join(memory.dir, "link_sop.md"));
  });

  it("a folder that cannot be made", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    expect((await refusal(openTestMemory(join(file, "memory")))).code).toBe("memory-folder");
  });

  it.skipIf(process.platform !== "linux")("a full disk", () => {
    const script = fileURLToPath(new URL("fill-disk.mjs", import.meta.url));
    const walls = [
      "--dev-bind",
      "/",
      "/",
      "--size",
      "400000",
      "--tmpfs",
      "/mnt",
      "--",
      process.execPath,
      script,
      "/mnt/memory",
    ];
    const { stdout, stderr } = spawnSync("bwrap", walls, { encoding: "utf8", timeout: 50_000 });
    expect(stderr).toBe("");
    const { code, message, before, after, report } = JSON.parse(stdout);
    expect({ code, message }).toEqual({
      code: "memory-folder",
      message: expect.stringContaining("the disk is full"),
    });
    expect(after).toBe(before);
    expect(report).toMatchObject({ problems: [], unproven: [] });
  });
});

it("a folder of GenericAgent stays readable by it: no file of it is changed but the index", async () => {
  const dir = temporaryFolder();
  const files = {
    "global_mem.txt": "# [Global Memory - L2]\n\n## [PATHS]\n- D:\\projects\n",
    "memory_management_sop.md": "## 0. 核心公理\n",
    "backup_sop.md": "# Backup\r\nStop first.\r\n",
    "ocr_utils.py": "import os\n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  writeFileSync(join(dir, "global_mem_insight.txt"), "# [Global Memory Insight]\nL3: ocr_utils.py\n");
  const memory = await openTestMemory(dir);
  for (const [name, text] of Object.entries(files)) expect(readFileSync(join(dir, name), "utf8")).toBe(text);
  expect((await memory.read("global_mem_insight.txt"))!.text).toBe(
    "# [Global Memory Insight]\nL3: ocr_utils.py\nL2 sections: PATHS\nL3 names: backup_sop\n",
  );
  expect((await checkMemory(memory)).unproven).toEqual([
    "global_mem.txt: - D:\\projects",
    "backup_sop.md",
    "ocr_utils.py",
  ]);
});
