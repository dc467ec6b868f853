import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { simplify } from "../src/index.js";
import { type Chromium, openChromium } from "./chromium.js";

/** What these pages cost the browser itself. */
vi.setConfig({ testTimeout: 60_000 });

let chromium: Chromium;
beforeAll(async () => {
  chromium = await openChromium();
});
afterAll(() => chromium?.close());

it("a page that redefines built-ins and shadows properties is read as it is", async () => {
  const { scan, page } = await chromium.load(
    `<img name="styleSheets"><img name="defaultView"><img name="body"><form><input name="firstChild" aria-label="Name"><input name="attributes" value="x"
      aria-label="Value"><button>Send</button></form><p>Text</p>`,
  );
  const before = (await scan()).text;
  expect(before.split("\n")).toEqual(["[1_ Name][2_ Value=x][3 Send]", "Text"]);
  await page.evaluate(() => {
    const broken = () => {
      throw new Error("not for you");
    };
    for (const name of ["push", "map", "filter", "flatMap", "some", "join"] as const)
      Array.prototype[name] = broken;
    JSON.stringify = broken;
    Map.prototype.get = broken;
    window.getComputedStyle = broken;
    Element.prototype.getBoundingClientRect = broken;
    Element.prototype.getAttribute = broken;
    Document.prototype.querySelectorAll = broken;
    Object.defineProperty(document, "title", { get: broken });
    Object.defineProperty(Object.prototype, "gone", { value: "display: none", configurable: true });
  });
  expect((await scan()).text).toBe(before);
});

/** Chromium itself fails to lay out some thousand nested blocks; a parser without layout has no such limit. */
it("however deep a page is nested, the last element is found", async () => {
  const { scan, page } = await chromium.load(`<p>First</p><main></main><p>Last</p>`);
  await page.evaluate(() => {
    const top = document.createElement("div");
    let at = top;
    for (let i = 0; i < 1_500; i++) at = at.appendChild(document.createElement("div"));
    at.innerHTML = "<b>Deep</b> <button>Go</button>";
    document.querySelector("main")!.append(top);
  });
  expect((await scan()).text).toBe("First\nDeep [1 Go]\nLast");
  const levels = 20_000;
  const nested = `<p>First</p>${"<div>".repeat(levels)}<b>Deep</b>${"</div>".repeat(levels)}<p>Last</p>`;
  expect(simplify(nested).text).toBe("First\nDeep\nLast");
});

it("what is nested deep stays where it is, in order", async () => {
  const deep = (text: string, levels: number) =>
    `${"<div>".repeat(levels)}<b>${text}</b> <button>Go ${text}</button>${"</div>".repeat(levels)}`;
  const html = `<p>First</p>${deep("one", 450)}<p>Second</p>${deep("two", 250)}<p>Last</p>`;
  const expected = ["First", "one [1 Go one]", "Second", "two [2 Go two]", "Last"];
  const numbered = (text: string) => text.replace(/\[\d+/g, "[").split("\n");
  const { scan } = await chromium.load(html);
  expect(numbered((await scan()).text)).toEqual(numbered(expected.join("\n")));
  expect(numbered(simplify(html).text)).toEqual(numbered(expected.join("\n")));
});

it("200 000 siblings, all listed as removed, take no quadratic time", async () => {
  const { scan, page } = await chromium.load(`<ul id="l"></ul><p>Last</p>`);
  await page.evaluate(() => {
    document.getElementById("l")!.innerHTML = "<li hidden><b>x</b>".repeat(200_000);
    void document.body.offsetHeight;
  });
  const { text, removals } = await scan({ report: true, timeLimitMs: 60_000 });
  expect(text).toBe("Last");
  expect(removals).toHaveLength(200_000);
  expect(removals!.at(-1)!.path).toBe("body > ul > li:200000");
});

it("out of time, a scan says what it has not looked at, and goes on there", async () => {
  const { scan, page } = await chromium.load(`<h1>Rows</h1><div id="l"></div><p>Last</p>`);
  await page.evaluate(() => {
    const rows = Array.from(
      { length: 20_000 },
      (_, i) => `<div>Row ${i + 1} <a href="#${i}">Open ${i + 1}</a></div>`,
    );
    document.getElementById("l")!.innerHTML = rows.join("");
  });
  const first = await scan({ timeLimitMs: 20 });
  expect(first.unread).toMatchObject({ elements: expect.any(Number) });
  expect(first.unread!.looked).toBeLessThan(40_000);
  expect(first.text).toMatch(
    /\(time is up after 20 ms: \d+ of 4\d+ elements were looked at; \[\d+ goes on\]\)$/,
  );
  const seen = first.text.match(/^Row \d+/gm)!;
  expect(seen[0]).toBe("Row 1");

  const rest = await scan({ region: first.unread!.handle, timeLimitMs: 60_000 });
  expect(rest.unread).toBeUndefined();
  const more = rest.text.match(/^Row \d+/gm)!;
  expect(new Set([...seen, ...more]).size).toBe(20_000);
  expect(more.length).toBeLessThan(20_000);
  expect(rest.text.endsWith("\nLast")).toBe(true);

  const bounded = await scan({ timeLimitMs: 20, budgetTokens: 500 });
  expect(bounded.tokens).toBeLessThanOrEqual(500);
  expect(bounded.text).toContain("time is up");
});
