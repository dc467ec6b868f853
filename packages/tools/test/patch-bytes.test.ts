import fc from "fast-check";
import { expect, it } from "vitest";
import { findMatches } from "../src/files/find-matches.js";
import { patchBytes } from "../src/files/patch-bytes.js";

const line = fc.string({
  unit: fc.constantFrom("a", "b", " ", "\t", "é", "：", "“", "😀", "汉", "$", "\\", "|", "1"),
  maxLength: 6,
});
const lines = fc.array(line, { minLength: 1, maxLength: 8 });
const ending = fc.constantFrom("\n", "\r\n");

/** A file, a block of whole lines in it, and as many other lines. */
const edit = fc
  .record({
    before: lines,
    old: lines,
    after: lines,
    endings: fc.array(ending, { minLength: 30, maxLength: 30 }),
  })
  .chain((parts) =>
    fc.record({
      parts: fc.constant(parts),
      replacement: fc.array(line, { minLength: parts.old.length, maxLength: parts.old.length }),
    }),
  );

const join = (parts: string[], endings: string[]): string =>
  parts.map((part, index) => (index === 0 ? part : endings[index - 1]! + part)).join("");

const patch = (file: Buffer, old: string, content: string): Buffer =>
  Buffer.concat(patchBytes(file, old, content).parts);

it("a patch and its reverse give the original bytes, and nothing outside the match changes", () => {
  fc.assert(
    fc.property(edit, ({ parts: { before, old, after, endings }, replacement }) => {
      const text = join([...before, ...old, ...after], endings);
      const [block, content] = [old.join("\n"), replacement.join("\n")];
      fc.pre(block !== "" && content !== "" && findMatches(text, block).length === 1);

      const file = Buffer.from(text);
      const changed = patch(file, block, content);
      const expected = join([...before, ...replacement, ...after], endings);
      expect(changed).toEqual(Buffer.from(expected));

      fc.pre(findMatches(expected, content).length === 1);
      expect(patch(changed, content, block)).toEqual(file);
    }),
    { numRuns: 1_000 },
  );
});

it("a patch with any number of lines keeps the one line ending of a file", () => {
  fc.assert(
    fc.property(lines, lines, lines, lines, ending, (before, old, after, replacement, end) => {
      const text = [...before, ...old, ...after].join(end);
      fc.pre(old.join("") !== "" && findMatches(text, old.join("\n")).length === 1);
      const changed = patch(Buffer.from(text), old.join("\n"), replacement.join("\n"));
      expect(changed.toString()).toBe([...before, ...replacement, ...after].join(end));
    }),
    { numRuns: 1_000 },
  );
});
