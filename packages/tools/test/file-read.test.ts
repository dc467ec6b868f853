import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { toolBench } from "./tool-bench.js";

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, i) => `line ${i + 1}\n`).join("");

it("shows a file with line numbers", async () => {
  const { call, cwd } = toolBench();
  writeFileSync(join(cwd, "a.txt"), "one\r\ntwo\n\nfour");
  expect((await call("file_read", { path: "a.txt" })).text).toBe("[4 lines]\n1|one\n2|two\n3|\n4|four");
  expect((await call("file_read", { path: "a.txt", show_linenos: false })).text).toBe(
    "[4 lines]\none\ntwo\n\nfour",
  );
});

it("shows a window and says how to read on", async () => {
  const { call, cwd } = toolBench();
  writeFileSync(join(cwd, "a.txt"), numbered(1000));
  const first = (await call("file_read", { path: "a.txt" })).text;
  expect(first.split("\n")[0]).toBe("[lines 1-200 of 1000 lines; read on with start=201]");
  expect(first.split("\n")).toHaveLength(201);
  const later = await call("file_read", { path: "a.txt", start: 999, count: 50 });
  expect(later.text).toBe("[lines 999-1000 of 1000 lines]\n999|line 999\n1000|line 1000");
  expect((await call("file_read", { path: "a.txt", start: 1001 })).text).toBe(
    "[the file has 1000 lines: there is no line 1001]",
  );
});

it("centres on a keyword and says where else it is", async () => {
  const { call, cwd } = toolBench();
  writeFileSync(
    join(cwd, "a.txt"),
    numbered(400)
      .replace("line 7\n", "a Needle\n")
      .replaceAll(/line (2|3)50/g, "NEEDLE"),
  );
  const { text } = await call("file_read", { path: "a.txt", keyword: "needle", start: 100, count: 9 });
  expect(text.split("\n")[0]).toBe(
    "[lines 247-255 of 400 lines; read on with start=256; match in line 250, also in 7, 350]",
  );
  expect(text).toContain("250|NEEDLE");
  expect((await call("file_read", { path: "a.txt", keyword: "needle", start: 360 })).text).toBe(
    '[no line from 360 on holds "needle"; also in 7, 250, 350]',
  );
  expect((await call("file_read", { path: "a.txt", keyword: "absent" })).text).toBe(
    '[no line from 1 on holds "absent"; the file has 400 lines]',
  );
});

it("keeps the keyword's line where the lines before it are long", async () => {
  const { call, cwd } = toolBench();
  writeFileSync(join(cwd, "a.txt"), `${`${"x".repeat(1200)}\n`.repeat(100)}needle\n${"y\n".repeat(100)}`);
  const { text } = await call("file_read", { path: "a.txt", keyword: "needle" });
  expect(text).toContain("\n101|needle\n102|y");
  expect(text.length).toBeLessThan(20_200);
});

it("shows 1 280 characters of a line, 20 000 in all, and the way to the rest", async () => {
  const { call, cwd } = toolBench();
  writeFileSync(join(cwd, "long.txt"), `${"a".repeat(1280)}${"b".repeat(1280)}${"c".repeat(40)}\r\nnext\r\n`);
  const first = (await call("file_read", { path: "long.txt" })).text;
  expect(first).toBe(
    `[2 lines]\n1|${"a".repeat(1280)} [… 2600 characters; read on with start=1, count=1, column=1281]\n2|next`,
  );
  const last = await call("file_read", { path: "long.txt", start: 1, count: 1, column: 2561 });
  expect(last.text).toBe(
    `[lines 1-1 of 2 lines; read on with start=2]\n1|[from column 2561] ${"c".repeat(40)}`,
  );

  writeFileSync(join(cwd, "wide.txt"), `${"x".repeat(999)}\n`.repeat(100));
  const wide = (await call("file_read", { path: "wide.txt" })).text;
  expect(wide.split("\n")[0]).toBe("[lines 1-19 of 100 lines; read on with start=20]");
  expect(wide.length).toBeLessThan(20_200);
});

it("shows the part of a long line around the keyword, and never half a character", async () => {
  const { call, cwd } = toolBench();
  writeFileSync(join(cwd, "long.txt"), `${"x".repeat(50_000)}needle${"y".repeat(50_000)}`);
  const { text } = await call("file_read", { path: "long.txt", keyword: "needle" });
  expect(text).toContain("[from column 49575] xxx");
  expect(text).toContain("needley");
  writeFileSync(join(cwd, "pairs.txt"), `x${"😀".repeat(2_000)}`);
  expect((await call("file_read", { path: "pairs.txt" })).text).toContain("😀 [… 4001 characters");
});

it("D4: leaves out a byte order mark", async () => {
  const { call, cwd } = toolBench();
  writeFileSync(join(cwd, "job.json"), '\uFEFF{"a":1}\n');
  expect((await call("file_read", { path: "job.json" })).text).toBe('[1 line]\n1|{"a":1}');
});

it("reads every character across the borders of its chunks", async () => {
  const { call, cwd } = toolBench();
  const lines = Array.from({ length: 60_000 }, (_, i) => `${i} 汉字😀`);
  writeFileSync(join(cwd, "big.txt"), lines.join("\n"));
  for (let start = 1; start <= 60_000; start += 5_000) {
    const { text } = await call("file_read", { path: "big.txt", start, show_linenos: false });
    expect(text.split("\n").slice(1)).toEqual(lines.slice(start - 1, start + 199));
  }
  const found = await call("file_read", {
    path: "big.txt",
    keyword: "59999 汉",
    count: 1,
    show_linenos: false,
  });
  expect(found.text).toContain("59999 汉字😀");
});

it("says which bytes are not UTF-8", async () => {
  const { call, cwd } = toolBench();
  writeFileSync(join(cwd, "bad.txt"), Buffer.concat([Buffer.from("é你好世界"), Buffer.from([0xff, 0x0a])]));
  expect((await call("file_read", { path: "bad.txt" })).text).toBe(
    "[1 line; \uFFFD marks bytes that are not UTF-8]\n1|é你好世界\uFFFD",
  );
});

it("knows an empty file, one with only a byte order mark, and a link", async () => {
  const { call, cwd } = toolBench();
  writeFileSync(join(cwd, "empty"), "");
  writeFileSync(join(cwd, "bom"), "\uFEFF");
  writeFileSync(join(cwd, "real"), "x");
  symlinkSync("real", join(cwd, "link"));
  expect((await call("file_read", { path: "empty" })).text).toBe("[empty file]");
  expect((await call("file_read", { path: "bom" })).text).toBe("[empty file]");
  expect((await call("file_read", { path: "link" })).text).toBe("[1 line]\n1|x");
});

it("suggests what a missing path may have meant", async () => {
  const { call, cwd } = toolBench();
  mkdirSync(join(cwd, "src"));
  writeFileSync(join(cwd, "src", "settings.json"), "{}");
  const file = join(cwd, "src", "settings.json");
  const misspelt = await call("file_read", { path: "src/setings.json" });
  expect(misspelt).toMatchObject({
    isError: true,
    text: `Cannot read ${join(cwd, "src", "setings.json")}: it does not exist. Did you mean ${file}?`,
  });
  const misplaced = await call("file_read", { path: "lib/settings.json" });
  expect(misplaced.text).toBe(
    `Cannot read ${join(cwd, "lib", "settings.json")}: the folder ${join(cwd, "lib")} does not exist. Did you mean ${file}?`,
  );
  expect((await call("file_read", { path: "~/nothing-like-this.qqq" })).text).toContain(
    join(homedir(), "nothing-like-this.qqq"),
  );
});

it("refuses in one sentence what is no text file", async () => {
  const { call, cwd } = toolBench();
  const at = (name: string) => join(cwd, name);
  spawnSync("mkfifo", [at("fifo")]);
  writeFileSync(at("binary"), Buffer.from("7f454c4600", "hex"));
  symlinkSync("loop", at("loop"));
  const answers: Record<string, string> = {};
  for (const path of [".", "fifo", "/dev/zero", "binary", "loop", "binary/x", "n".repeat(5000), "a\0b", " "])
    answers[path.slice(0, 10)] = (await call("file_read", { path })).text;
  expect(answers).toEqual({
    ".": `Cannot read ${cwd}: it is a folder, not a regular file. Name a file in it, or list it with code_run.`,
    fifo: `Cannot read ${at("fifo")}: it is a FIFO, not a regular file. Use code_run with a timeout.`,
    "/dev/zero": "Cannot read /dev/zero: it is a device, not a regular file. Use code_run with a timeout.",
    binary: `Cannot read ${at("binary")}: it is an ELF executable or library (5 bytes, begins 7f 45 4c 46 00). Examine it with code_run.`,
    loop: `Cannot read ${at("loop")}: its symbolic links form a loop. Name the real file.`,
    "binary/x": `Cannot read ${at("binary/x")}: a part of the path is a file, not a folder. Check the path.`,
    nnnnnnnnnn: expect.stringMatching(/^Cannot read .{100,200} \(\d+ characters\): the name is too long/),
    "a\0b": "The path holds a NUL character, which no file name can have.",
    " ": "The path is empty. Name a file.",
  });
});
