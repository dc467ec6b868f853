import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Piece, SummaryFilter, withoutSummary } from "../src/summary-filter.js";

function filter(deltas: string[]): { text: string; summaries: string[] } {
  const stream = new SummaryFilter();
  const pieces: Piece[] = [...deltas.flatMap((delta) => stream.push(delta)), ...stream.flush()];
  return {
    text: pieces
      .filter(({ kind }) => kind === "text")
      .map(({ text }) => text)
      .join(""),
    summaries: pieces.filter(({ kind }) => kind === "summary").map(({ text }) => text),
  };
}

describe("SummaryFilter", () => {
  it("gives the same whatever the deltas are", () => {
    const parts = fc.constantFrom("<summary>", "</summary>", "<sum", "a", "<", "\n", "x < y", "汉");
    fc.assert(
      fc.property(
        fc.array(parts, { maxLength: 12 }),
        fc.array(fc.nat(12), { maxLength: 20 }),
        (words, cuts) => {
          const whole = words.join("");
          const deltas: string[] = [];
          let rest = whole;
          for (const cut of cuts) {
            deltas.push(rest.slice(0, cut));
            rest = rest.slice(cut);
          }
          deltas.push(rest);
          const { text, summaries } = filter(deltas);
          const once = filter([whole]);
          expect(text.replace(/\n+/g, "")).toBe(once.text.replace(/\n+/g, ""));
          expect(summaries).toEqual(once.summaries);
        },
      ),
    );
  });

  it("takes the line out and leaves the rest alone", () => {
    expect(filter(["<summ", "ary>read it</summary>\n\nIt is ", "<b>"])).toEqual({
      text: "It is <b>",
      summaries: ["read it"],
    });
    expect(withoutSummary("<summary>a</summary>\nanswer")).toBe("answer");
  });
});
