import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { OutputBuffer } from "../src/code-run/output-buffer.js";
import { SpillFile } from "../src/code-run/spill-file.js";
import { temporaryFolder } from "./tool-bench.js";

it("shows the same however the output is split, within the limit, and counts what is left out", () => {
  const folder = temporaryFolder();
  const pieces = fc.array(fc.string({ unit: "grapheme", maxLength: 300 }), { maxLength: 20 });
  fc.assert(
    fc.property(pieces, fc.integer({ min: 60, max: 500 }), (parts, maxChars) => {
      const open = () => new SpillFile(() => folder);
      const [split, whole] = [new OutputBuffer(maxChars, open), new OutputBuffer(maxChars, open)];
      for (const part of parts) split.add(part);
      const text = parts.join("");
      whole.add(text);
      const shown = split.text();
      expect(shown).toBe(whole.text());
      expect(shown.length).toBeLessThanOrEqual(maxChars);
      const note = /\n… (\d+) characters left out …\n/.exec(shown);
      if (text.length <= maxChars) expect(shown).toBe(text);
      else expect(Number(note![1]) + shown.length - note![0].length).toBe(text.length);
      for (const { spill } of [split, whole]) {
        spill?.close();
        if (text.length > maxChars) expect(readFileSync(spill!.path!)).toEqual(Buffer.from(text));
      }
    }),
    { numRuns: 300 },
  );
});

it("says why the whole output is not kept, and keeps head and tail all the same", () => {
  const folder = join(temporaryFolder(), "a\0b");
  const output = new OutputBuffer(60, () => new SpillFile(() => folder));
  output.add("x".repeat(100));
  expect(output.spill?.problem).toMatch(/^incomplete \(/);
  expect(output.text()).toMatch(/^x+\n… \d+ characters left out …\nx+$/);
});
