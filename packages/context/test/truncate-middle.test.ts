import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { truncateMiddle } from "../src/index.js";

const anyText = fc.string({ unit: "binary", maxLength: 400 });
const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

describe("truncateMiddle", () => {
  it("returns a text that fits as it is", () => {
    expect(truncateMiddle("short", 5)).toBe("short");
  });

  it("keeps head and tail and counts what is missing", () => {
    const cut = truncateMiddle(`HEAD${"x".repeat(1_000)}TAIL`, 100);
    expect(cut).toMatch(/^HEADx+\n… \d+ characters left out …\nx+TAIL$/);
    const [, count] = /(\d+) characters/.exec(cut)!;
    expect(Number(count)).toBe(1_008 - cut.length + `\n… ${count} characters left out …\n`.length);
  });

  it("adds up the counts when a cut text is cut again", () => {
    const twice = truncateMiddle(truncateMiddle("y".repeat(5_000), 1_000), 200);
    const visible = twice.match(/y/g)!.length;
    expect(twice).toContain(`… ${5_000 - visible} characters left out …`);
  });

  it("holds the bound, keeps pairs whole and is idempotent for any text and bound", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: -5, max: 300 }), (text, maxChars) => {
        const cut = truncateMiddle(text, maxChars);
        expect(cut.length).toBeLessThanOrEqual(Math.max(0, maxChars));
        expect(truncateMiddle(cut, maxChars)).toBe(cut);
        if (!loneSurrogate.test(text)) expect(cut).not.toMatch(loneSurrogate);
      }),
    );
  });
});
