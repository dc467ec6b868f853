import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { toolBench } from "./tool-bench.js";

/** Patches a file with these bytes; gives the answer and the bytes after it. */
async function patch(before: string | Buffer, old_content: string, new_content: string) {
  const { call, cwd } = toolBench();
  writeFileSync(join(cwd, "f"), before);
  const answer = await call("file_patch", { path: "f", old_content, new_content });
  const after = readFileSync(join(cwd, "f"));
  return { ...answer, after, string: after.toString() };
}

it("replaces the one match and says where it was", async () => {
  expect(await patch("a\nb\nc\nd\n", "b\nc\n", "B\n")).toMatchObject({
    text: "Patched lines 2-3: now 1 line.",
    string: "a\nB\nd\n",
  });
  expect((await patch("a$1b", "$1", "$& $$")).string).toBe("a$& $$b");
  expect((await patch("a b c", " b", "")).string).toBe("a c");
});

it("D1: changes nothing outside the match in a file with mixed line ends", async () => {
  expect((await patch("a\r\nb\nc\r\n", "b", "B")).string).toBe("a\r\nB\nc\r\n");
  expect((await patch("a\r\nb\nc\r\n", "a\nb\nc", "1\n2\n3")).string).toBe("1\r\n2\n3\r\n");
  expect((await patch("a\r\nb\r\nc", "a\nb", "1\n2\n3")).string).toBe("1\r\n2\r\n3\r\nc");
  expect((await patch("a\nb\nc", "a\r\nb", "1\r\n2")).string).toBe("1\n2\nc");
  expect((await patch("a\r\nb\r\n", "b", "x\ny")).string).toBe("a\r\nx\r\ny\r\n");
  expect((await patch("a\r\n\r\nb", "\nb", "\nc")).string).toBe("a\r\n\r\nc");
});

it("D1: a path's backslash-r stays two characters", async () => {
  const path = String.raw`C:\repo\new`;
  expect((await patch(`dir = OLD\r\nx = 1\r\n`, "OLD", path)).string).toBe(`dir = ${path}\r\nx = 1\r\n`);
});

it("changes line ends where they are the whole change", async () => {
  expect((await patch("a\nb\n", "a\nb", "a\r\nb")).string).toBe("a\r\nb\n");
});

it("D2: bytes that are not UTF-8 stay as they are", async () => {
  const latin1 = await patch(Buffer.from("caf\xe9 price: 5", "latin1"), "price", "cost");
  expect(latin1.after).toEqual(Buffer.from("caf\xe9 cost: 5", "latin1"));
  const damaged = Buffer.concat([Buffer.from("价格 price: 五元\n坏"), Buffer.from([0xff, 0x0a])]);
  const kept = await patch(damaged, "price: 五", "cost: 六");
  expect(kept.after).toEqual(Buffer.concat([Buffer.from("价格 cost: 六元\n坏"), Buffer.from([0xff, 0x0a])]));
  const touched = await patch(damaged, "坏\uFFFD", "好");
  expect(touched).toMatchObject({ isError: true, text: expect.stringContaining("bytes that are not UTF-8") });
  expect(touched.after).toEqual(damaged);
});

it("D2: refuses what is no text in any encoding", async () => {
  const bytes = Buffer.from([0x81, 0x20, 0xfe, 0x0a, 0x90, 0x0a, 0x9d, 0x78, 0xff]);
  const refused = await patch(bytes, "x", "y");
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("an unknown encoding") });
  expect(refused.after).toEqual(bytes);
});

it("D4: matches after a byte order mark and keeps it", async () => {
  expect((await patch('\uFEFF{"a":1}', '{"a":1}', '{"a":2}')).string).toBe('\uFEFF{"a":2}');
});

it("D7: recognises line numbers that were copied along", async () => {
  const numbered = await patch("a\n“b” —\nc\nd\n", "2|“b” —\n3|c", "2|“B” —\n3|C\nnew");
  expect(numbered.string).toBe("a\n“B” —\nC\nnew\nd\n");
  expect(numbered.text).toBe(
    "Patched lines 2-3: now 3 lines. The line numbers in old_content were left out.",
  );
  expect((await patch("a\nb\n", "     1\ta\n     2\tb\n", "x\n")).string).toBe("x\n");
  expect((await patch("7|seven\n", "7|seven", "8|eight")).string).toBe("8|eight\n");
});

it("D7: plain look-alikes match, and the file's own characters stay", async () => {
  const { string, text } = await patch("say “hi” — now\n“x”\n", 'say "hi" - now', 'say "hi" - later');
  expect(string).toBe("say “hi” — later\n“x”\n");
  expect(text).toContain("they were kept");
});

it("D8: full-width forms match plain ones, line by line", async () => {
  const { string } = await patch(
    "名称：甲，一\r\n值：１\r\n尾：end\r\n",
    "名称:甲,一\n值:1",
    "名称:乙,一\n值:2",
  );
  expect(string).toBe("名称：乙，一\r\n值：2\r\n尾：end\r\n");
});

it("names the lines of several matches, overlapping ones too", async () => {
  expect((await patch("x\ny\nx\n", "x", "z")).text).toBe(
    [
      "Nothing was changed: old_content is in the file 2 times, at lines 1, 3.",
      '1: at the start of the file, before "y"',
      '3: after "y", at the end of the file',
      "Copy more lines around the one you mean.",
    ].join("\n"),
  );
  expect((await patch("值甲\nx\n值乙\nx\n\n", "x", "z")).text).toContain('4: after "值乙", before ""');
  expect(await patch("aaa", "aa", "b")).toMatchObject({ isError: true, string: "aaa" });
  expect((await patch("x\n".repeat(5000), "x", "z")).text).toContain("1000 times or more, at lines 1, 2, 3");
});

it("shows the nearest lines when nothing matches", async () => {
  const file = "function a() {\n\treturn 1;\n}\n\nfunction b() {\n\treturn 2;\n}\n";
  expect((await patch(file, "function b() {\n  return 2;\n}", "")).text).toBe(
    [
      "Nothing was changed: old_content is not in the file.",
      'Near lines 5-7: line 6 is "\\treturn 2;", old_content has "  return 2;" (only white space differs).',
      "Read the place again and copy it exactly.",
    ].join("\n"),
  );
  expect((await patch(file, "FUNCTION A() {", "")).text).toContain("(only upper and lower case differ)");
  expect((await patch(file, "function c() {", "")).text).toContain('line 1 is "function a() {"');
  expect((await patch(file, "wholly different", "")).text).toContain("Nothing in the file resembles it.");
});

it("refuses an empty block, a missing file and a folder", async () => {
  expect((await patch("a", "", "b")).text).toContain("old_content is empty");
  const { call, cwd } = toolBench();
  const args = { old_content: "a", new_content: "b" };
  expect((await call("file_patch", { path: "gone", ...args })).text).toBe(
    `Cannot patch ${join(cwd, "gone")}: it does not exist. Check the path.`,
  );
  expect((await call("file_patch", { path: ".", ...args })).text).toContain("it is a folder");
});

it("inserts lines of other files for references", async () => {
  const { call, cwd } = toolBench();
  writeFileSync(join(cwd, "from"), "1\n2\n3\n");
  writeFileSync(join(cwd, "to"), "a\nHERE\nb\n");
  await call("file_patch", { path: "to", old_content: "HERE", new_content: "{{file:from:2:3}}" });
  expect(readFileSync(join(cwd, "to"), "utf8")).toBe("a\n2\n3\nb\n");
});
