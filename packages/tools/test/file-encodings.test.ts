import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import iconv from "iconv-lite";
import { expect, it } from "vitest";
import { toolBench } from "./tool-bench.js";

/** A text in each encoding: how it is shown, what is patched in it, and a character it lacks. */
const TEXTS = [
  ["UTF-16LE", "标题 = 旧\r\nprice: 5 €\r\n", "旧", "新"],
  ["UTF-16BE", "标题 = 旧\r\nprice: 5 €\r\n", "旧", "新"],
  ["GB18030", "你好，世界。这是一个测试文件，价格：五元。\r\n名称=配置\r\n", "配置", "设定", "\uD800"],
  ["Shift_JIS", "これはテストです。価格は五百円です。\n表示 = ソート\n", "ソート", "整列", "汉"],
  ["EUC-JP", "これはテストです。価格は五百円です。\n", "五百", "千", "汉"],
  ["EUC-KR", "안녕하세요. 이것은 시험 파일입니다.\n값: 하나\n", "하나", "둘", "汉"],
  ["Big5", "這是一個測試檔案，價格五元。\n成功 = 是\n", "成功", "功能", "ꙮ"],
  ["windows-1251", "Привет, это тестовый файл.\r\nцена: пять\r\n", "пять", "шесть", "汉"],
  ["windows-1252", "“quoted” – café price: 5 €\n", "café", "crème brûlée", "汉"],
  ["ISO-8859-1", "café price: 5\n", "café", "thé", "€"],
] as const;

for (const [encoding, text, old, fresh, missing] of TEXTS)
  it(`D3: ${encoding} is shown as text, patched in its own bytes and added to`, async () => {
    const { call, cwd } = toolBench();
    const at = join(cwd, "f");
    const encode = (value: string) =>
      iconv.encode(value, encoding, { addBOM: encoding.startsWith("UTF-16") });
    writeFileSync(at, encode(text));

    const read = await call("file_read", { path: "f", show_linenos: false });
    expect(read.text.replace(/^.*\n/, "")).toBe(text.replaceAll("\r\n", "\n").trimEnd());
    expect(read.text).toContain(`${encoding}, kept on write`);

    const patched = await call("file_patch", { path: "f", old_content: old, new_content: fresh });
    expect(patched.isError).toBeUndefined();
    const changed = text.replace(old, fresh);
    expect(readFileSync(at)).toEqual(encode(changed));

    if (missing) {
      const refused = await call("file_patch", { path: "f", old_content: fresh, new_content: missing });
      expect(refused).toMatchObject({ isError: true, text: expect.stringContaining(`${encoding}, has no`) });
      expect(readFileSync(at)).toEqual(encode(changed));
    }

    const ending = text.endsWith("\r\n") ? "\r\n" : "\n";
    await call("file_write", { path: "f", content: `${fresh}\n`, mode: "append" });
    await call("file_write", { path: "f", content: `${old}\n`, mode: "prepend" });
    expect(readFileSync(at)).toEqual(encode(old + ending + changed + fresh + ending));
    const written = await call("file_write", { path: "f", content: `${fresh}\n` });
    expect(written.text).toContain(`Its encoding is ${encoding}.`);
    expect(readFileSync(at)).toEqual(encode(fresh + ending));

    const converted = await call("file_write", { path: "f", content: `${text}€汉`, encoding: "utf-8" });
    expect(converted.isError).toBeUndefined();
    expect(readFileSync(at, "utf8").replaceAll("\r\n", "\n")).toBe(`${text}€汉`.replaceAll("\r\n", "\n"));
  });

it("D3: UTF-16 without a mark is known by its form", async () => {
  const { call, cwd } = toolBench();
  writeFileSync(join(cwd, "f"), iconv.encode("[Version]\r\nSignature=1\r\n", "utf-16be", { addBOM: false }));
  expect((await call("file_read", { path: "f" })).text).toContain("1|[Version]\n2|Signature=1");
  await call("file_patch", { path: "f", old_content: "=1", new_content: "=2" });
  expect(readFileSync(join(cwd, "f"))).toEqual(
    iconv.encode("[Version]\r\nSignature=2\r\n", "utf-16be", { addBOM: false }),
  );
});

it("D2: half of a character is no match", async () => {
  const { call, cwd } = toolBench();
  // The second byte of 表 is that of a backslash.
  const bytes = iconv.encode("これは表です。\nテスト\n", "shift_jis");
  writeFileSync(join(cwd, "f"), bytes);
  const answer = await call("file_patch", { path: "f", old_content: "\\", new_content: "/" });
  expect(answer).toMatchObject({ isError: true, text: expect.stringContaining("not in the file") });
  expect(readFileSync(join(cwd, "f"))).toEqual(bytes);
});

it("D8: full-width forms match plain ones in GB18030 too", async () => {
  const { call, cwd } = toolBench();
  writeFileSync(join(cwd, "f"), iconv.encode("这是名称：甲，一\r\n数值：１\r\n", "gb18030"));
  await call("file_patch", {
    path: "f",
    old_content: "名称:甲,一\n数值:1",
    new_content: "名称:乙,一\n数值:2",
  });
  expect(readFileSync(join(cwd, "f"))).toEqual(iconv.encode("这是名称：乙，一\r\n数值：2\r\n", "gb18030"));
});

it("takes the encoding that the call names, and refuses one that nobody knows", async () => {
  const { call, cwd } = toolBench();
  writeFileSync(join(cwd, "f"), iconv.encode("цена\n", "koi8-r"));
  expect((await call("file_read", { path: "f", encoding: "koi8-r" })).text).toContain("1|цена");
  await call("file_patch", { path: "f", old_content: "цена", new_content: "цены" });
  expect(readFileSync(join(cwd, "f"))).toEqual(iconv.encode("цены\n", "koi8-r"));
  expect((await call("file_read", { path: "f", encoding: "klingon" })).text).toContain(
    'no encoding "klingon"',
  );
});

it("inserts lines of a file in another encoding, or none that would be damaged", async () => {
  const { call, cwd } = toolBench();
  writeFileSync(join(cwd, "from"), iconv.encode("这是第一行的内容\n这是第二行的内容\n", "gb18030"));
  await call("file_write", { path: "to", content: "{{file:from:2:2}}\n" });
  expect(readFileSync(join(cwd, "to"), "utf8")).toBe("这是第二行的内容\n");
  writeFileSync(join(cwd, "bad"), Buffer.concat([Buffer.from("好好好好\n"), Buffer.from([0xff, 0x0a])]));
  const refused = await call("file_write", { path: "to2", content: "{{file:bad:2:2}}" });
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("would be lost") });
});

it("finds a keyword in every encoding, across the borders of chunks", async () => {
  const { call, cwd } = toolBench();
  const texts: Record<string, [string, string]> = {
    gb18030: ["价格", "这是一行测试"],
    "windows-1251": ["Цена", "просто строка"],
  };
  for (const encoding of ["utf-8", "utf-16le", "utf-16be", "gb18030", "shift_jis", "windows-1251"]) {
    const [word, plain] = texts[encoding] ?? ["価格", "これはテストの行です"];
    const line = `${plain}\n`;
    const lines = Array.from({ length: 90_000 }, (_, i) => (i === 70_000 ? `${word}x\n` : line));
    writeFileSync(
      join(cwd, encoding),
      iconv.encode(lines.join(""), encoding, { addBOM: encoding.includes("16") }),
    );
    const keyword = `${word.toLowerCase()}X`;
    const { text } = await call("file_read", { path: encoding, keyword, count: 3, encoding });
    expect(text, encoding).toMatch(
      /^\[lines 70000-70002 of 90000 lines; .*match in line 70001, the only one/,
    );
    expect(text).toContain(`\n70001|${word}x\n`);
  }
});
