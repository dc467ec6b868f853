import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import iconv from "iconv-lite";
import { expect, it } from "vitest";
import { toolBench } from "./tool-bench.js";

const ASCII = [..."ab1 \t$\\|=:;~"];
/** Characters whose later bytes look like ASCII or like the first bytes of others are the dangerous ones. */
const ALPHABETS: Record<string, string[]> = {
  "utf-8": [...ASCII, ..."é：“汉😀"],
  "utf-16le": [...ASCII, ..."é：Ċ਀汉😀"],
  "utf-16be": [...ASCII, ..."é：Ċ਀汉😀"],
  gb18030: [...ASCII, ..."你好亅乗丂€ĉ㐀：，"],
  shift_jis: [...ASCII, ..."表ソ能予ァｱﾎ：漢"],
  "euc-kr": [...ASCII, ..."가나똠펲：，漢"],
  big5: [...ASCII, ..."功許蓋一乙：，漢"],
  "windows-1252": [...ASCII, ..."é€–ÿß"],
  "windows-1251": [...ASCII, ..."ёЖяА№"],
  "iso-8859-1": [...ASCII, ..."éÿß¤"],
};
/** Bytes that mean nothing in UTF-8 and in the double-byte encodings; nothing but the line they stand in may mind. */
const BROKEN = Buffer.from([0xff, 0xff]);

const scenario = fc.constantFrom(...Object.keys(ALPHABETS)).chain((encoding) => {
  const chars = (maxLength: number) =>
    fc.array(fc.constantFrom(...ALPHABETS[encoding]!), { maxLength }).map((list) => list.join(""));
  return fc.record({
    encoding: fc.constant(encoding),
    lines: fc.array(chars(8), { minLength: 1, maxLength: 12 }),
    endings: fc.oneof(
      fc.constantFrom("\n", "\r\n").map((ending) => [ending]),
      fc.array(fc.constantFrom("\n", "\r\n"), { minLength: 12, maxLength: 12 }),
    ),
    lastEnding: fc.boolean(),
    mark: fc.boolean(),
    broken: /^(windows|iso)/.test(encoding) ? fc.constant(false) : fc.boolean(),
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    size: fc.double({ min: 0, max: 1, noNaN: true }),
    replacement: fc.array(chars(8), { minLength: 1, maxLength: 5 }),
  });
});

it("D1, D2, D3: 500 patches in ten encodings equal the reference byte for byte", async () => {
  const { call, cwd } = toolBench();
  let patches = 0;
  await fc.assert(
    fc.asyncProperty(scenario, async ({ encoding, lines, endings, lastEnding, mark, broken, ...rest }) => {
      const encode = (text: string) => iconv.encode(text, encoding, { addBOM: false });
      const endingAt = (index: number) => endings[index % endings.length]!;
      // The text as the model sees it, one character after another, a line feed for each line end.
      const shown = [...(lines.join("\n") + (lastEnding ? "\n" : ""))];
      const bytesOf = (part: string[], lineBefore: number): Buffer => {
        let line = lineBefore;
        return Buffer.concat(part.map((char) => encode(char === "\n" ? endingAt(line++) : char)));
      };
      const from = Math.floor(rest.from * shown.length);
      const to = from + 1 + Math.floor(rest.size * Math.min(20, shown.length - from - 1));
      const old = shown.slice(from, to).join("");
      fc.pre(old !== "" && occurrences(shown.join("") + (broken ? "\n" : ""), old) === 1);

      const lineOf = (position: number) => shown.slice(0, position).filter((char) => char === "\n").length;
      const oldEnds = old.split("\n").length - 1;
      // With one kind of line end any number of lines may be written; else as many as there were.
      const content =
        endings.length === 1
          ? rest.replacement.join("\n")
          : Array.from({ length: oldEnds + 1 }, (_, i) => rest.replacement[i] ?? "").join("\n");
      fc.pre(content !== "" && (shown.includes("\n") || !content.includes("\n")));

      const bom = mark && encoding.startsWith("utf") ? encode("\uFEFF") : Buffer.alloc(0);
      const tail = broken ? Buffer.concat([encode("\n"), BROKEN]) : Buffer.alloc(0);
      const before = bytesOf(shown.slice(0, from), 0);
      const after = bytesOf(shown.slice(to), lineOf(to));
      // The appended broken line must not change which line ends the file has.
      fc.pre(tail.length === 0 || endings.length > 1 || endings[0] === "\n");
      const path = join(cwd, `${patches++}`);
      writeFileSync(path, Buffer.concat([bom, before, bytesOf([...old], lineOf(from)), after, tail]));

      const answer = await call("file_patch", { path, old_content: old, new_content: content, encoding });
      expect(answer.isError, answer.text).toBeUndefined();
      const written = bytesOf([...content], lineOf(from));
      expect(readFileSync(path)).toEqual(Buffer.concat([bom, before, written, after, tail]));
    }),
    { numRuns: 500 },
  );
});

function occurrences(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count++;
  return count;
}
