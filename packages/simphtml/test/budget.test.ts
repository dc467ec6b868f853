import fc from "fast-check";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, it } from "vitest";
import { estimateTokens, type Form, simplify } from "../src/index.js";

const word = fc.oneof(
  fc.constantFrom(
    "house",
    "Search",
    "$19.99",
    "naïve",
    "你好",
    "[12 x]",
    "🙂",
    "a|b",
    "https://example.org/path?q=1",
  ),
  fc.string({ minLength: 1, maxLength: 12 }),
);
const text = fc
  .array(word, { minLength: 1, maxLength: 12 })
  .map((words) => words.join(" ").replace(/[<>&]/g, ""));
const block = fc.oneof(
  text.map((inner) => `<p>${inner}</p>`),
  text.map((inner) => `<h2>${inner}</h2>`),
  text.map((inner) => `<button>${inner}</button>`),
  fc
    .array(text, { minLength: 1, maxLength: 20 })
    .map((cells) => `<ul>${cells.map((cell) => `<li>${cell}</li>`).join("")}</ul>`),
  fc
    .array(text, { minLength: 2, maxLength: 12 })
    .map((cells) => `<table>${cells.map((cell) => `<tr><td>${cell}</td><td>1</td></tr>`).join("")}</table>`),
  text.map((inner) => `<label>${inner} <input value="${inner.replace(/"/g, "")}"></label>`),
);
const page = fc.array(block, { maxLength: 25 }).map((blocks) => blocks.join(""));
const form = fc.constantFrom<Form>("outline", "html", "text");

it("the limit is never exceeded, whatever the page and the form", () => {
  fc.assert(
    fc.property(page, form, fc.integer({ min: 0, max: 600 }), (html, form, limit) => {
      expect(simplify(html, { form, maxChars: limit }).text.length).toBeLessThanOrEqual(limit);
      const bounded = simplify(html, { form, budgetTokens: limit });
      expect(estimateTokens(bounded.text)).toBeLessThanOrEqual(limit);
    }),
    { numRuns: 60 },
  );
});

it("what is left out is counted: shown and left out lines are all lines", () => {
  fc.assert(
    fc.property(page, fc.integer({ min: 120, max: 800 }), (html, maxChars) => {
      const all = simplify(html, { skip: ["budget"] });
      const bounded = simplify(html, { maxChars });
      if (bounded.text === "") return;
      const shown = bounded.text.split("\n").filter((line) => !line.startsWith("(… ")).length;
      const left = bounded.elisions.reduce((sum, { lines, rows }) => sum + lines + rows, 0);
      expect(shown + left).toBe(all.text === "" ? 0 : all.text.split("\n").length);
    }),
    { numRuns: 60 },
  );
});

it("the view is never longer than the HTML", () => {
  fc.assert(
    fc.property(page, (html) => {
      expect(simplify(html).text.length).toBeLessThanOrEqual(html.length);
    }),
    { numRuns: 40 },
  );
});

it("tokens are estimated on the high side for text of many kinds", () => {
  const samples = [
    "The quick brown fox jumps over the lazy dog, and then it rests in the warm sun for an hour.",
    "[12 Home][13_ Search=goo][14■ Remember][15▼ Sort=Default of 9: Price, Name, …]",
    "const total = items.reduce((sum, item) => sum + item.price * item.count, 0);",
    "我住在北京，每天早上七点起床，然后坐地铁去上班。",
    "Übermäßig große Häuser stehen am Fluß. Où est la bibliothèque municipale ?",
    "Москва — столица России, крупнейший город страны.",
    "row 1 | 2026-05-03 | $1,234.56 | open | user-17@example.org | 9f86d081884c7d65",
    "(… 37 rows, 12 controls, 410 words; [88 expand])",
  ];
  for (const sample of samples)
    expect(estimateTokens(sample), sample).toBeGreaterThanOrEqual(encode(sample).length);
});
