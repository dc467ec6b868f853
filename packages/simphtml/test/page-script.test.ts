import { afterAll, beforeAll, expect, it } from "vitest";
import * as cases from "./cases.js";
import { type Chromium, openChromium } from "./chromium.js";

let chromium: Chromium;
beforeAll(async () => {
  chromium = await openChromium();
});
afterAll(() => chromium?.close());

const linesOf = (text: string) => text.split("\n");

it("G1: distance from the viewport hides nothing: 2 000 rows, 200 tall cards, 500 paragraphs", async () => {
  {
    const { scan } = await chromium.load(cases.LONG_TABLE);
    const { text } = await scan();
    expect(text.match(/^row \d+ \| value \d+$/gm)).toHaveLength(2000);
  }
  {
    const { scan } = await chromium.load(cases.TALL_CARDS);
    const { text, controls } = await scan();
    expect(text.match(/Text of card/g)).toHaveLength(200);
    expect(controls).toBe(200);
  }
  {
    const { scan } = await chromium.load(cases.LONG_ARTICLE);
    expect(linesOf((await scan()).text)).toHaveLength(500);
  }
});

it("G1 G2: under a budget there is a sample, the exact count, and a handle that reads on", async () => {
  const { scan } = await chromium.load(cases.LONG_TABLE);
  const { text, tokens, elisions } = await scan({ budgetTokens: 2000 });
  const shown = text.match(/^row /gm)!.length;
  expect(tokens).toBeLessThanOrEqual(2000);
  expect(shown + elisions.reduce((sum, { rows }) => sum + rows, 0)).toBe(2000);
  expect(text).toContain("row 2000 | value 2000");
  const [elision] = elisions;
  const more = await scan({ budgetTokens: 2000, region: elision!.handle });
  expect(linesOf(more.text)[0]).toBe(`row ${shown} | value ${shown}`);
  expect(more.elisions.reduce((sum, { rows }) => sum + rows, 0)).toBe(
    elision!.rows - more.text.match(/^row /gm)!.length,
  );
});

it("G2: under a budget what is near the viewport is complete, wherever it is scrolled to", async () => {
  const { scan, page } = await chromium.load(cases.TALL_CARDS);
  await page.evaluate(() => scrollTo(0, 40_000));
  const { text, tokens, elisions } = await scan({ budgetTokens: 600 });
  expect(tokens).toBeLessThanOrEqual(600);
  const first = Math.ceil((40_000 - 800) / 300) + 1;
  for (let card = first; card < first + 7; card++) expect(text).toContain(`Text of card ${card}\n`);
  expect(elisions.length).toBeGreaterThan(1);
  expect(text).toMatch(/^\(… \d+ lines, \d+ controls, \d+ words; \[\d+ expand\]\)/m);
});

it("G3: a select tells its chosen label, the number of its options and a few of them", async () => {
  const { scan, page } = await chromium.load(cases.LONG_SELECT);
  expect((await scan()).text).toContain("[1▼ Country=Country 150 of 200: Country 1, Country 2,");
  await page.selectOption("select", "v7");
  expect((await scan()).text).toContain("[1▼ Country=Country 7 of 200:");
});

it("G5: hidden file inputs and styled boxes are operable, by handles of the inputs themselves", async () => {
  const { scan, inWorld } = await chromium.load(cases.HIDDEN_INPUTS);
  expect((await scan()).text).toBe("[1↑ Upload photo][2■ Accept terms][3○ By mail]");
  expect(await inWorld(`[1, "2", "e3"].map((handle) => simphtml.$(handle).type).join()`)).toBe(
    "file,checkbox,radio",
  );
});

it("G6: a dialog in an aria-hidden root is there, and first", async () => {
  const { scan } = await chromium.load(cases.DIALOG_IN_ARIA_HIDDEN);
  const { text, behind } = await scan();
  expect(linesOf(text).slice(0, 2)).toEqual(["## Delete it?", "[1 Yes, delete]"]);
  expect(text).not.toContain("Page button");
  expect(behind).toContain("1 control");
  expect((await scan({ behind: true })).text).toMatch(/Delete it[\s\S]*Page button \(covered/);
});

it("G8: what an overlay covers is not listed as usable", async () => {
  {
    const { scan } = await chromium.load(cases.OVERLAY);
    expect(linesOf((await scan()).text)).toEqual(["Please wait for us", "(1 control behind: body)"]);
    const { text } = await scan({ behind: true });
    expect(text).toContain("[1 Buy now (covered by #ov)]");
    expect((await scan({ region: "body" })).text).toContain("[1 Buy now (covered by #ov)]");
  }
  {
    const { scan } = await chromium.load(cases.POPUP);
    expect((await scan()).text).toContain("[1 Buy now (covered by #pop)][2 Sell now]");
  }
});

it("G10: nested blocks are kept, and no class name hides anything", async () => {
  const { scan } = await chromium.load(cases.NESTED_ARTICLE);
  expect(linesOf((await scan()).text)).toEqual([
    "First paragraph stands in two nested divs.",
    "The football club won again.",
    "And the last one.",
  ]);
});
