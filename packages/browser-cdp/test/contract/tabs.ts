import { describe, expect, it } from "vitest";
import type { Bench } from "../driver-contract.js";

export function describeTabs(bench: Bench): void {
  describe("tabs", () => {
    it("F3: a browser with nothing but a blank tab is usable", async () => {
      const before = await bench.link.tabs();
      expect(before.map(({ url }) => url)).toEqual(["about:blank"]);
      const driver = bench.driver();
      const tab = await driver.currentTab();
      expect(tab.id).toBe(before[0]!.id);
      expect((await tab.evaluate("document.title = 'mine'; 1 + 1")).value).toBe(2);
      await tab.goto(bench.server.page("<title>Now here</title>"));
      expect((await driver.tabs()).find(({ current }) => current)).toMatchObject({
        title: "Now here",
        own: true,
      });
      await tab.goto("about:blank");
    });

    it("F4: two drivers on one browser never share a tab", async () => {
      const [one, two] = [bench.driver(), bench.driver()];
      const [x, y] = [bench.server.page("<title>x</title>"), bench.server.page("<title>y</title>")];
      await one.openTab(x);
      const other = await two.openTab(y);
      expect((await (await one.currentTab()).evaluate("location.href")).value).toBe(x);
      expect((await (await two.currentTab()).evaluate("location.href")).value).toBe(y);
      await expect(one.switchTab(other.id)).rejects.toMatchObject({ code: "not-yours" });
      await expect(one.closeTab(other.id)).rejects.toMatchObject({ code: "not-yours" });
      expect((await one.tabs()).filter(({ own }) => own)).toHaveLength(1);
    });

    it("lists every tab, switches and closes", async () => {
      const driver = bench.driver();
      const first = await driver.openTab(bench.server.page("<title>first</title>"));
      const second = await driver.openTab(bench.server.page("<title>second</title>"));
      expect(
        (await driver.tabs())
          .filter(({ own }) => own)
          .map(({ title }) => title)
          .sort(),
      ).toEqual(["first", "second"]);
      expect(driver.currentTabId).toBe(second.id);
      expect(await driver.switchTab(first.id)).toBe(first);
      await driver.closeTab(first.id);
      expect(driver.currentTabId).toBeUndefined();
      expect((await driver.tabs()).some(({ id }) => id === first.id)).toBe(false);
      await expect(first.evaluate("1")).rejects.toMatchObject({ code: "tab-closed" });
      await expect(driver.switchTab(first.id)).rejects.toMatchObject({ code: "unknown-tab" });
      expect((await (await driver.switchTab(second.id)).evaluate("document.title")).value).toBe("second");
    });

    it("a tab that a page opens belongs to the run, and is reported with its address", async () => {
      const driver = bench.driver();
      const target = bench.server.page("<title>opened</title>");
      const tab = await driver.openTab(bench.server.page(`<a target="_blank" href="${target}">Open</a>`));
      await tab.input.click("a");
      await tab.settle();
      const opened = await driver.takeOpened();
      expect(opened).toMatchObject([{ url: target, openerId: tab.id }]);
      expect(await driver.takeOpened()).toEqual([]);
      expect(driver.currentTabId).toBe(tab.id);
      const popup = await driver.switchTab(opened[0]!.id);
      expect((await popup.evaluate("document.title")).value).toBe("opened");
    });

    it("says why an address cannot be opened, and goes on", async () => {
      const tab = await bench.driver().openTab();
      await expect(tab.goto("http://127.0.0.1:1/")).rejects.toMatchObject({
        code: "page-error",
        message: expect.stringContaining("ERR_"),
      });
      await tab.goto(bench.server.page("<title>well</title>"));
      expect((await tab.evaluate("document.title")).value).toBe("well");
    });

    it("settles by what happens: late answers of the network, then what they change", async () => {
      const data = bench.server.route((_, response) => void setTimeout(() => response.end("late text"), 700));
      const tab = await bench.load(
        `<p>waiting</p><script>fetch("${data}").then((answer) => answer.text()).then((text) => setTimeout(() => { document.querySelector("p").textContent = text; }, 50))</script>`,
      );
      expect((await tab.scan()).text).toBe("late text");
    });

    it("a page that never stops changing, or never stops asking, does not hold the wait up for ever", async () => {
      const stream = bench.server.route((_, response) => void response.write("x"));
      const tab = await bench.load("<p id=clock></p>");
      await tab.evaluate(
        `setInterval(() => { clock.textContent = performance.now(); }, 10); fetch("${stream}"); 0`,
      );
      expect(await tab.settle({ maxMs: 1_500 })).toBe(false);
    });

    it("works on 12 tabs at once", async () => {
      const driver = bench.driver();
      const titles = Array.from({ length: 12 }, (_, i) => `tab ${i}`);
      const tabs = await Promise.all(
        titles.map((title) => driver.openTab(bench.server.page(`<title>${title}</title>`))),
      );
      const found = await Promise.all(tabs.map((tab) => tab.evaluate("document.title")));
      expect(found.map(({ value }) => value)).toEqual(titles);
    });
  });
}
