import { parseHTML } from "linkedom";
import { expect, it } from "vitest";
import { simplify } from "../src/index.js";
import { captureDom } from "../src/live-dom.js";
import * as cases from "./cases.js";

const linesOf = (text: string) => text.split("\n");

it("G1: shows a sample of 2 000 rows, counts the rest exactly, and reads on", () => {
  const first = simplify(cases.LONG_TABLE, { budgetTokens: 1000 });
  const shown = linesOf(first.text).filter((line) => line.startsWith("row "));
  const left = first.elisions.reduce((sum, { rows }) => sum + rows, 0);
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.length + left).toBe(2000);
  expect(first.text).toContain("row 2000 | value 2000");
  const [elision] = first.elisions;
  expect(first.text).toContain(`${elision!.rows} rows`);

  const more = simplify(cases.LONG_TABLE, { budgetTokens: 1000, region: elision!.handle });
  expect(more.text).toMatch(/^row \d+ \| value/);
  expect(linesOf(more.text)[0]).toBe(`row ${shown.length} | value ${shown.length}`);
});

it("G1: every paragraph and card is there when there is no budget", () => {
  const article = simplify(cases.LONG_ARTICLE);
  expect(linesOf(article.text)).toHaveLength(500);
  expect(article.elisions).toEqual([]);
  expect(simplify(cases.TALL_CARDS).text.match(/Text of card/g)).toHaveLength(200);
});

it("G2: never exceeds its limit, in characters or in tokens", () => {
  for (const maxChars of [0, 1, 40, 200, 5000]) {
    expect(simplify(cases.LONG_TABLE, { maxChars }).text.length).toBeLessThanOrEqual(maxChars);
  }
  expect(simplify(cases.LONG_TABLE, { budgetTokens: 300 }).tokens).toBeLessThanOrEqual(300);
});

it("G3: a select tells its chosen label, the number of its options and a few of them", () => {
  expect(simplify(cases.LONG_SELECT).text).toBe(
    "[1▼ Country=Country 150 of 200: Country 1, Country 2, Country 3, Country 4, …]",
  );
});

it("G5: hidden file inputs and styled boxes are operable", () => {
  expect(simplify(cases.HIDDEN_INPUTS).text).toBe("[1↑ Upload photo][2■ Accept terms][3○ By mail]");
});

it("G6: a dialog in an aria-hidden root is there, and first", () => {
  expect(linesOf(simplify(cases.DIALOG_IN_ARIA_HIDDEN).text).slice(0, 3)).toEqual([
    "(dialog)",
    "## Delete it?",
    "[2 Yes, delete]",
  ]);
});

it("G10: nested blocks are kept, and no class name hides anything", () => {
  expect(linesOf(simplify(cases.NESTED_ARTICLE).text)).toEqual([
    "First paragraph stands in two nested divs.",
    "The football club won again.",
    "And the last one.",
  ]);
});

it("lists each removal with its pass and reason, and lets passes be switched off", () => {
  const html = `<p>Seen</p><p hidden>Unseen</p><div style="display:none"><b id="b">Deep</b></div>`;
  const { text, removed, removals } = simplify(html, { report: true });
  expect(text).toBe("Seen");
  expect(removed).toEqual({ "hidden: hidden": 1, "hidden: display: none": 1 });
  expect(removals).toContainEqual({ pass: "hidden", reason: "hidden", path: "body > p:2" });
  expect(simplify(html, { skip: ["hidden"] }).text).toBe("Seen\nUnseen\nDeep");
  expect(simplify(html, { keep: ["#b"] }).text).toBe("Seen\nDeep");
});

it("says what is wrong with an option", () => {
  expect(() => simplify("<p>x", { keep: ["p[["] })).toThrow('"p[[" in keep is not a valid CSS selector.');
  expect(() => simplify("<p>x", { region: "e99" })).toThrow('Nothing on the page is "e99" now.');
  expect(() => simplify("<p>x", { form: "pdf" as "html" })).toThrow('There is no form "pdf"');
  expect(() => simplify("<p>x", { skip: ["foo" as "hidden"] })).toThrow('There is no pass "foo"');
});

it("walks declarative shadow roots in the order of their slots", () => {
  const html = `<x-card><template shadowrootmode="open"><h2><slot name="title"></slot></h2><slot></slot></template>
    <p>Body</p><span slot="title">Title</span></x-card>`;
  expect(linesOf(simplify(html).text)).toEqual(["## Title", "Body"]);
});

it("text of the page cannot pass for a handle", () => {
  const { text } = simplify("<p>Press [12 OK] or see [3]</p><button>a [7 b] c</button>");
  expect(text).toBe("Press (12 OK] or see [3]\n[1 a (7 b) c]");
});

it("a picture that its author made a control has a handle, whatever it is named by", () => {
  const html = `<svg role="button" aria-label="Zoom in"><path d="M0 0"/></svg> <img onclick="go()" alt="Play">
    <svg role="checkbox" aria-checked="true"><title>Bold</title></svg> <svg role="button"><text>Legend</text></svg>
    <button><img alt="Inside"></button> <svg role="img" aria-label="Chart"></svg> <svg><text>Drawn</text></svg>`;
  const { text } = simplify(html);
  expect(text).toBe("[1 Zoom in][2 Play][3■ Bold][4 Legend][5 Inside] (image Chart)\nDrawn");
});

it("a name that repeats the title beside it is cut to what it adds, a text of the page never is", () => {
  const html = `<h3><a href="/b">Red Boots</a></h3><button aria-label="Save Red Boots"></button>
    <button aria-label="Red Boots: details"></button><button aria-label="Red Bootstrap"></button>
    <button>Buy Red Boots</button><button aria-label="Red Boots"></button>`;
  expect(simplify(html).text).toBe(
    "### [1 Red Boots]\n[2 Save][3 details][4 Red Bootstrap][5 Buy Red Boots][6 Red Boots]",
  );
  expect(simplify(html, { skip: ["repeat"] }).text).toContain("[2 Save Red Boots]");
});

it("brackets alone part controls: in a row of one each, and where the page puts a dot between them", () => {
  const html = `<table><tr><th><a href="#n">Name</a><th><a href="#p">Price</a></tr>
    <tr><td><a href="/b">Boots</a><td>$9</tr></table>
    <p>See <a href="/1">One</a> · <a href="/2">Two</a> | <a href="/3">Three</a> / <a href="/4">Four</a></p>`;
  expect(simplify(html).text).toBe(
    "[1 Name][2 Price]\n[3 Boots] | $9\nSee [4 One][5 Two][6 Three] / [7 Four]",
  );
});

it("only items of several lines are marked; a figure is not said twice; dots are no name", () => {
  expect(simplify("<p>List</p><ul><li>One<li>Two<p>more of it</p></ul><p>End</p>").text).toBe(
    "List\nOne\n- Two\nmore of it\nEnd",
  );
  expect(simplify(`<button aria-label="7 replies. Reply">💬 7</button>`).text).toBe(
    "[1 💬 7 replies. Reply]",
  );
  expect(simplify(`<p>A <img alt="..."> B</p>`).text).toBe("A B");
});

it("says what a browser lacks that a view needs", () => {
  const { window } = parseHTML("<p>Not a browser</p>");
  expect(() => captureDom(window as never)).toThrow(
    expect.objectContaining({
      code: "old-browser",
      message: expect.stringContaining("cannot tell nodeType"),
    }),
  );
});
