import fc from "fast-check";
import iconv from "iconv-lite";
import { expect, it } from "vitest";
import { codecOfLocale, outputDecoder } from "../src/code-run/output-decoder.js";
import { codecNamed } from "../src/files/text-codec.js";
import { toolBench } from "./tool-bench.js";

const write = (hex: string): string => `process.stdout.write(Buffer.from("${hex}", "hex"))`;

const inLocale = async (env: NodeJS.ProcessEnv, hex: string): Promise<string> => {
  const bench = toolBench({ env: { PATH: process.env.PATH, ...env } });
  return (await bench.call("code_run", { type: "javascript", script: write(hex) })).text;
};

it("E9: bytes are read as the locale says, line by line, or shown as what they are", async () => {
  const latin1AndUtf8 = "636166e90ac3a90a";
  expect(await inLocale({}, latin1AndUtf8)).toBe("exit 0\ncaf\\xE9\né");
  expect(await inLocale({ LANG: "C.UTF-8" }, latin1AndUtf8)).toBe("exit 0\ncaf\\xE9\né");
  expect(await inLocale({ LC_ALL: "en_US.CP1252" }, latin1AndUtf8)).toBe("exit 0\ncafé\né");
  expect(await inLocale({ LANG: "zh_CN.GB18030" }, "c4e3bac30ae4bda0e5a5bd0a")).toBe("exit 0\n你好\n你好");
});

it("reads the locale where the C library does", async () => {
  expect(await codecOfLocale({ LANG: "de_DE.ISO-8859-1@euro" })).toMatchObject({ name: "ISO-8859-1" });
  expect(await codecOfLocale({ LC_ALL: "C.UTF-8", LANG: "ja_JP.SJIS" })).toBeUndefined();
  expect(await codecOfLocale({ LC_CTYPE: "zh_CN.GBK" })).toMatchObject({ name: "GBK" });
  expect(await codecOfLocale({ LANG: "en_US.nonsense" })).toBeUndefined();
});

it("shows a zero byte like any other that is no text", async () => {
  expect(await inLocale({}, "6100620a")).toBe("exit 0\na\\x00b");
  expect(await inLocale({ LC_ALL: "en_US.CP1252" }, "e900620a")).toBe("exit 0\né\\x00b");
});

const cut = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 40, maxLength: 40 });

/** The decoder's text when the bytes come in pieces of these lengths. */
function inPieces(
  bytes: Buffer,
  lengths: readonly number[],
  codec?: Parameters<typeof outputDecoder>[0],
): string {
  const decoder = outputDecoder(codec);
  let text = "";
  let at = 0;
  for (const length of lengths) {
    text += decoder.write(bytes.subarray(at, at + length));
    at += length;
  }
  return text + decoder.write(bytes.subarray(at)) + decoder.end();
}

it("UTF-8 with stray bytes reads the same however it is split", () => {
  const part = fc.oneof(
    fc.constantFrom("a", "é", "汉", "😀", "\n").map((text) => Buffer.from(text)),
    fc.constantFrom("ff", "c0", "e4bd", "f09f98", "80").map((hex) => Buffer.from(hex, "hex")),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), cut, (parts, lengths) => {
      const bytes = Buffer.concat(parts);
      const text = inPieces(bytes, lengths);
      expect(text).toBe(inPieces(bytes, []));
      expect(text).not.toContain("\uFFFD");
      const back = text.replace(/\\x([0-9A-F]{2})/g, (_, hex) =>
        String.fromCharCode(0xdc00 + Number.parseInt(hex, 16)),
      );
      const restored = [...back].map((char) =>
        char >= "\uDC00" && char <= "\uDCFF" ? Buffer.from([char.charCodeAt(0) & 0xff]) : Buffer.from(char),
      );
      expect(Buffer.concat(restored)).toEqual(bytes);
    }),
    { numRuns: 500 },
  );
});

it("text in the locale's encoding reads the same however it is split", async () => {
  const codec = await codecNamed("gb18030");
  const text = fc
    .array(fc.constantFrom(..."汉字你好世界ab 1\n"), { maxLength: 40 })
    .map((chars) => chars.join(""));
  fc.assert(
    fc.property(text, cut, (value, lengths) => {
      // A Latin letter and a lone lead byte would be UTF-8 as well: each line here has at least two of them.
      const lines = value.split("\n").map((line) => `汉字${line}`);
      expect(inPieces(iconv.encode(lines.join("\n"), "gb18030"), lengths, codec)).toBe(lines.join("\n"));
    }),
    { numRuns: 500 },
  );
});
