import { describe, expect, it } from "vitest";
import * as pages from "../../../simphtml/test/cases.js";
import type { Bench } from "../driver-contract.js";

export function describeScan(bench: Bench): void {
  describe("scan", () => {
    it("G1 G2: a table of 2 000 rows under a budget is a sample, the exact count and a handle that reads on", async () => {
      const tab = await bench.load(pages.LONG_TABLE);
      expect((await tab.scan()).text.match(/^row \d+ /gm)).toHaveLength(2000);
      const { text, tokens, elisions } = await tab.scan({ budgetTokens: 2000 });
      const shown = text.match(/^row /gm)!.length;
      expect(tokens).toBeLessThanOrEqual(2000);
      expect(shown + elisions.reduce((sum, { rows }) => sum + rows, 0)).toBe(2000);
      const more = await tab.scan({ budgetTokens: 2000, region: elisions[0]!.handle });
      expect(more.text.split("\n")[0]).toBe(`row ${shown} | value ${shown}`);
    });

    it("G3 G5 G6 G8: selects, hidden inputs, dialogs in hidden roots, covered buttons", async () => {
      const driver = bench.driver();
      const tab = await driver.openTab(bench.server.page(pages.LONG_SELECT));
      expect((await tab.scan()).text).toContain("Country=Country 150 of 200: Country 1,");
      await tab.goto(bench.server.page(pages.HIDDEN_INPUTS));
      expect((await tab.scan()).text).toBe("[1↑ Upload photo][2■ Accept terms][3○ By mail]");
      await tab.goto(bench.server.page(pages.DIALOG_IN_ARIA_HIDDEN));
      expect((await tab.scan()).text).toMatch(/^## Delete it\?\n\[1 Yes, delete\]/);
      await tab.goto(bench.server.page(pages.OVERLAY));
      expect((await tab.scan({ behind: true })).text).toContain("[1 Buy now (covered by #ov)]");
      await tab.goto(bench.server.page(pages.NESTED_ARTICLE));
      expect((await tab.scan()).text).toContain("The football club won again.");
    });

    it("frames of other sites stand in their places, with handles of their own, within the one budget", async () => {
      const rows = Array.from({ length: 400 }, (_, i) => `<p>Inner line number ${i} of the frame</p>`).join(
        "",
      );
      const deepest = bench.server.page("<button>Deepest</button>");
      const inner = bench.server
        .page(`${rows}<iframe src="${deepest}"></iframe>`)
        .replace("127.0.0.1", "localhost");
      const tab = await bench.load(
        `<p>Before</p><iframe src="${inner}" width=600 height=400></iframe><p>After</p>`,
      );
      const { text, frames } = await tab.scan();
      expect(frames).toEqual([]);
      expect(text).toMatch(/^Before\n\[1 frame [^\n]*\nInner line number 0[\s\S]*\[[b-z]1 Deepest\]\nAfter$/);
      const bounded = await tab.scan({ budgetTokens: 600 });
      expect(bounded.tokens).toBeLessThanOrEqual(600);
      expect(bounded.text).toContain("After");
      const [, handle] = /\[(a\d+) expand\]/.exec(bounded.text) ?? [];
      expect((await tab.scan({ region: `e${handle}`, budgetTokens: 300 })).text).toContain(
        "Inner line number",
      );
    });

    it("closed shadow roots are read, and their buttons clicked", async () => {
      const tab = await bench.load(`<x-card></x-card><div id=plain style="height:30px"></div><script>
        customElements.define("x-card", class extends HTMLElement { constructor() { super();
          this.attachShadow({ mode: "closed" }).innerHTML = "<button onclick='this.textContent = 1'>Closed</button>"; } });
        document.querySelector("#plain").attachShadow({ mode: "closed" }).innerHTML = "<a href='#'>Plain host</a>";</script>`);
      expect((await tab.scan()).text).toBe("[1 Closed][2 Plain host]");
      await tab.input.click("e1");
      expect((await tab.scan()).text).toContain("[1 1]");
    });

    it("tells what changed between two scans, and messages that came and went", async () => {
      const tab = await bench.load("<button>Save</button><p id=state>unsaved</p>");
      await tab.scan();
      await tab.evaluate(`document.querySelector("#state").textContent = "saved";
        const toast = document.body.appendChild(document.createElement("div")); toast.textContent = "Saved for you";
        await new Promise((done) => setTimeout(done, 60)); toast.remove();`);
      const { diff } = await tab.scan({ diff: true });
      expect(diff).toMatchObject({ added: 1, removed: 1, transient: ["Saved for you"] });
      expect(diff!.text).toBe("~ Saved for you\n+ saved\n- unsaved");
    });

    it("a bad option is named, and the next call works", async () => {
      const tab = await bench.load("<p>here</p>");
      await expect(tab.scan({ keep: ["p[["] })).rejects.toMatchObject({ code: "bad-selector" });
      await expect(tab.scan({ region: "e99" })).rejects.toMatchObject({ code: "unknown-handle" });
      expect((await tab.scan()).text).toBe("here");
    });

    it("a page of 50 MB is scanned within a budget, or refused in time; the next call works", async () => {
      // Most of such a page is data: what is drawn of it takes Chromium itself minutes where it is all text.
      const block = `<div class="row" data-state="${"word ".repeat(170)}"><p>some words</p><a href="#">link</a></div>`;
      const tab = await bench.load("<h1>Huge</h1>");
      await tab.evaluate(
        `document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(block)}.repeat(52_000)); 0`,
        { timeoutMs: 120_000 },
      );
      const result = await tab.scan({ budgetTokens: 2_000 }, { timeoutMs: 20_000 }).catch((error) => error);
      if (result instanceof Error) expect(result).toMatchObject({ code: "timeout" });
      else expect(result.tokens).toBeLessThanOrEqual(2_000);
      const count = "document.querySelectorAll('.row').length";
      expect((await tab.evaluate(count, { timeoutMs: 120_000 })).value).toBe(52_000);
    }, 240_000);
  });
}
