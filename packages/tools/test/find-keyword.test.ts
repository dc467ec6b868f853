import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { findKeyword } from "../src/files/find-keyword.js";
import { codecNamed, type TextCodec, utf8 } from "../src/files/text-codec.js";
import { temporaryFolder } from "./tool-bench.js";

const signal = new AbortController().signal;

/** The same answer from the whole text. */
function reference(text: string, keyword: string, start: number) {
  const lines = text.replace(/\n$/, "").split("\n");
  const hits = lines.flatMap((line, index) =>
    line.toLowerCase().includes(keyword.toLowerCase()) ? [index + 1] : [],
  );
  const hit = hits.find((number) => number >= start);
  const column = hit && lines[hit - 1]!.toLowerCase().indexOf(keyword.toLowerCase()) + 1;
  const others = hits.filter((number) => number !== hit);
  return {
    hit: hit && { number: hit, column },
    others: others.slice(0, 10),
    otherCount: others.length,
    total: text === "" ? 0 : lines.length,
  };
}

it("finds what a search through the decoded text finds, in files around the size of its chunks", async () => {
  const folder = temporaryFolder();
  const codecs = [utf8, await codecNamed("gb18030"), await codecNamed("utf-16le")] as TextCodec[];
  const letters = fc
    .array(fc.constantFrom("a", "b", "A", "你", "好", "é", "\n", "ab", "x\n"), { maxLength: 12 })
    .map((list) => list.join(""));
  // Fillers that put what follows at the border of a slice or of a chunk, or nothing.
  const filler = (bytes: number) =>
    fc.oneof(
      fc.constant(""),
      fc.integer({ min: bytes - 30, max: bytes }).map((length) => "-".repeat(length)),
    );
  const [slice, chunk] = [filler(64 * 1024), filler(1024 * 1024 - 64 * 1024)];
  const word = fc.constantFrom("ab", "ABA", "你a", "É你", "好");
  const scenario = fc.record({
    codec: fc.constantFrom(...codecs),
    parts: fc.tuple(letters, slice, letters, chunk, letters),
    word,
    start: fc.integer({ min: 1, max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ codec, parts, word, start }) => {
      const text = parts.join("");
      const path = join(folder, "f");
      const bytes = codec.encode(text)!;
      writeFileSync(path, bytes);
      const { starts, ...found } = await findKeyword({ path, codec, bomLength: 0 }, word, start, signal);
      expect(found).toEqual(reference(text, word, start));
      for (const { number, offset } of starts)
        expect(codec.decode(bytes.subarray(0, offset)).split("\n")).toHaveLength(number);
    }),
    { numRuns: 60 },
  );
});
