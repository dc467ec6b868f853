import { describe, expect, it } from "vitest";
import type { Bench } from "../driver-contract.js";

export function describeEvaluate(bench: Bench): void {
  describe("evaluate", () => {
    it("the last expression is the result, and await works anywhere", async () => {
      const tab = await bench.load("<p>text</p>");
      const results: [script: string, value: unknown][] = [
        ["1 + 1", 2],
        ["const a = 2;\nconst b = await Promise.resolve(3);\na * b", 6],
        ["Promise.resolve({ ok: true })", { ok: true }],
        ["(async () => 'async')()", "async"],
        ["return document.querySelector('p').textContent", "text"],
        ["if (document.body) { 'yes' } else { 'no' }", "yes"],
        ["{ a: 1, b: [2] }", { a: 1, b: [2] }],
        ["const a = 5; a", 5],
        ["undefined", undefined],
        ["null", null],
        ["'use strict'; 0 || 'end' // with a comment", "end"],
        [
          "for (const x of [1]) {}\nawait new Promise((done) => setTimeout(() => done('later'), 20))",
          "later",
        ],
      ];
      for (const [script, value] of results)
        expect((await tab.evaluate(script)).value, script).toEqual(value);
    });

    it("F6: nodes, cycles, and what JSON has no word for are described shortly", async () => {
      const tab = await bench.load('<body class="main"><a id="go" href="/x">Go</a><i></i></body>');
      const describe = async (script: string) => (await tab.evaluate(script)).value;
      expect(await describe("document.body")).toBe('<body class="main"> (2 children)');
      expect(await describe("document.querySelectorAll('a')")).toEqual(['<a id="go" href="/x"> (1 child)']);
      expect(await describe("const o = { n: 1 }; o.self = o; o")).toEqual({
        n: 1,
        self: expect.stringContaining("[object"),
      });
      expect(await describe("document")).toBe("[document]");
      expect(await describe("window")).toBe("[window]");
      expect(await describe("[1n, NaN, -0, undefined, () => 1, Symbol('s'), new Date(0), /a/g]")).toEqual([
        ...["1n", "NaN", "-0", "[undefined]", "[function]", "[symbol]", "1970-01-01T00:00:00.000Z", "/a/g"],
      ]);
      expect(await describe("new Map([['k', new Set([1])]])")).toEqual({ k: [1] });
      expect(await describe("new Error('wrong')")).toBe("Error: wrong");
      expect(await describe("(function named() {})")).toContain("function named");
      expect(await describe("({ box: document.body.getBoundingClientRect() })")).toMatchObject({
        box: { left: 8 },
      });
    });

    it("F8: a string of a million characters is capped, with a handle to read on", async () => {
      const tab = await bench.load("");
      const result = await tab.evaluate("'a'.repeat(500_000) + 'b'.repeat(500_000)");
      expect(result.totalChars).toBe(1_000_000);
      expect(result.text.length).toBeLessThan(8_200);
      expect(result.text).toContain(
        `992000 of 1000000 characters left out; readResult("${result.more}", 6000)`,
      );
      expect(tab.readResult(result.more!, 499_999, 2)).toEqual({ text: "ab", totalChars: 1_000_000 });
      expect((await tab.evaluate("'a'.repeat(1_000_000)", { maxChars: Infinity })).text).toHaveLength(
        1_000_000,
      );
      expect(() => tab.readResult("r99")).toThrow(expect.objectContaining({ code: "unknown-handle" }));
    });

    it("says what a script did wrong", async () => {
      const tab = await bench.load("");
      const failure = (script: string) => tab.evaluate(script).catch((error) => error);
      expect(await failure("missing.field")).toMatchObject({
        code: "page-error",
        message: expect.stringContaining("missing is not defined"),
      });
      expect((await failure("1;\nlet x = ;")).message).toMatch(/SyntaxError.*line 2/);
      expect((await failure("await Promise.reject(new Error('no'))")).message).toContain("Error: no");
      expect((await failure("throw { status: 404 }")).message).toContain("404");
    });

    it("a promise that never settles, and a loop that never ends, end at the time limit; the next call works", async () => {
      const tab = await bench.load("");
      for (const script of [
        "new Promise(() => {})",
        "await new Promise(() => {})",
        "while (true) {}",
        "await 0; while (true) {}",
      ])
        await expect(tab.evaluate(script, { timeoutMs: 400 }), script).rejects.toMatchObject({
          code: "timeout",
        });
      expect((await tab.evaluate("'well'")).value).toBe("well");
    });

    it("a page that hangs by itself gives an error in time, and is freed for the next call", async () => {
      const tab = await bench.load("");
      await tab.evaluate("setTimeout(() => { while (true) {} }, 20); 0");
      await new Promise((done) => setTimeout(done, 100));
      await expect(tab.evaluate("1", { timeoutMs: 500 })).rejects.toMatchObject({ code: "timeout" });
      expect((await tab.evaluate("2")).value).toBe(2);
    });

    it("the caller's signal ends the wait with its reason, and leaves no listener behind", async () => {
      const tab = await bench.load("");
      const controller = new AbortController();
      const waiting = tab.evaluate("new Promise(() => {})", { signal: controller.signal });
      controller.abort(new Error("enough"));
      await expect(waiting).rejects.toThrow("enough");
      expect((await tab.evaluate("1")).value).toBe(1);
    });

    it("survives reload and navigation, at once and in mid-script", async () => {
      const tab = await bench.load("<title>one</title>");
      const other = bench.server.page("<title>two</title>");
      await tab.evaluate("location.reload(); 'reloading'");
      await tab.settle();
      expect((await tab.evaluate("document.title")).value).toBe("one");
      expect(await tab.evaluate(`location.href = "${other}"; await new Promise(() => {})`)).toMatchObject({
        navigated: true,
      });
      await tab.settle();
      expect((await tab.evaluate("document.title")).value).toBe("two");
      await tab.evaluate(`location.href = "${other.replace("127.0.0.1", "localhost")}"; 1`);
      await tab.settle();
      expect((await tab.evaluate("location.hostname")).value).toBe("localhost");
      expect((await tab.scan()).title).toBe("two");
    });

    it("$ finds elements by handle, in shadow trees too, and leaves the page's own $ alone", async () => {
      const tab = await bench.load(
        `<button>One</button><x-open></x-open><x-closed></x-closed>
        <script>for (const mode of ["open", "closed"]) customElements.define("x-" + mode, class extends HTMLElement {
          constructor() { super(); this.attachShadow({ mode }).innerHTML = "<button>In " + mode + "</button>"; } });
        window.$ = (what) => "own " + what;</script>`,
      );
      const { text } = await tab.scan();
      const names = [...text.matchAll(/\[(\d+) ([^\]]+)\]/g)].map(([, handle, name]) => [handle, name]);
      expect(names.map(([, name]) => name)).toEqual(["One", "In open", "In closed"]);
      for (const [handle, name] of names)
        expect(
          (
            await tab.evaluate(
              `const it = $('e${handle}'); it.textContent.trim() || it.getAttribute('aria-label')`,
            )
          ).value,
        ).toBe(name);
      expect((await tab.evaluate("$('.x')")).value).toBe("own .x");
      expect((await tab.evaluate("let $ = 3; $")).value).toBe(3);
      await tab.evaluate("delete window.$; document.body.innerHTML = '<h1>Title</h1>'");
      expect((await tab.evaluate("$('h1').textContent")).value).toBe("Title");
      await expect(tab.evaluate("$('e99').click()")).rejects.toThrow(/e99 is no handle of this page now/);
    });

    it("is not misled by a page that has changed Array.prototype, JSON, document and more", async () => {
      const tab = await bench.load(`<title>odd</title><button>Press</button><script>
        Array.prototype.map = Array.prototype.push = Array.prototype.filter = () => { throw new Error("broken"); };
        Array.prototype.toJSON = () => "lie"; Object.prototype.toJSON = () => "lie";
        JSON.stringify = JSON.parse = () => { throw new Error("broken"); };
        Promise.prototype.then = function () { throw new Error("broken"); };
        Document.prototype.querySelectorAll = Document.prototype.createElement = () => null;
        Object.defineProperty(document, "title", { get: () => "lie" });
        window.Map = window.Set = window.WeakMap = undefined;</script>`);
      const { text } = await tab.scan();
      expect(text).toBe("[1 Press]");
      expect((await tab.evaluate("({ list: [1, 2] })")).value).toEqual({ list: [1, 2] });
      expect((await tab.evaluate("$('e1').localName")).value).toBe("button");
      await tab.input.click("e1");
    });
  });
}
