import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Bench } from "../driver-contract.js";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "browser-files-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Width and height stand in the header of a PNG. */
const sizeOf = (png: Buffer): [number, number] => [png.readUInt32BE(16), png.readUInt32BE(20)];

export function describeFiles(bench: Bench): void {
  describe("files, cookies, pictures", () => {
    it("uploads to a hidden file input, and says which file cannot be read", async () => {
      const tab =
        await bench.load(`<label for=up>Photo</label><input id=up type=file multiple style="display:none"><script>
        document.querySelector("#up").onchange = async (event) => { document.title = (await Promise.all([...event.target.files].map((file) => file.text()))).join("+"); }</script>`);
      const [one, two] = ["one", "two"].map((text) => {
        const path = join(folder(), `${text}.txt`);
        writeFileSync(path, text);
        return path;
      });
      await tab.scan();
      await tab.input.upload("e1", one!, two!);
      // The page reads the files by itself: nothing tells from outside when it has.
      const title = async () => (await tab.evaluate("document.title")).value;
      await expect.poll(title, { timeout: 60_000 }).toBe("one+two");
      await expect(tab.input.upload("e1", "/no/such/file")).rejects.toThrow(
        /no.such.file: it cannot be read/,
      );
    });

    it("puts downloads into its folder and reports them", async () => {
      const downloads = folder();
      const file = bench.server.route((_, response) => {
        response.setHeader("content-disposition", 'attachment; filename="list.csv"');
        response.end("a,b\n1,2\n");
      });
      const tab = await bench.load(`<a href="${file}">Get it</a>`, { downloads });
      await tab.input.click("a");
      await vi.waitFor(() => expect(existsSync(join(downloads, "list.csv"))).toBe(true), 10_000);
      expect(readFileSync(join(downloads, "list.csv"), "utf8")).toBe("a,b\n1,2\n");
      const [download] = tab.takeDownloads();
      await vi.waitFor(
        () => expect(download).toEqual({ url: file, file: "list.csv", state: "done" }),
        10_000,
      );
      expect((await tab.evaluate("document.querySelector('a').textContent")).value).toBe("Get it");
    });

    it("reads, sets and deletes cookies, those too that scripts cannot see", async () => {
      const url = bench.server.route((_, response) => {
        response.setHeader("set-cookie", ["seen=1", "hidden=2; HttpOnly; SameSite=Lax"]);
        response.end("ok");
      });
      const tab = await bench.driver().openTab(url);
      const values = async () =>
        Object.fromEntries((await tab.cookies()).map(({ name, value }) => [name, value]));
      expect(await values()).toMatchObject({ seen: "1", hidden: "2" });
      expect((await tab.cookies()).find(({ name }) => name === "hidden")).toMatchObject({
        httpOnly: true,
        sameSite: "Lax",
      });
      expect((await tab.evaluate("document.cookie")).value).toBe("seen=1");
      await tab.setCookies([{ name: "mine", value: "3", url, httpOnly: true }]);
      await tab.deleteCookie("seen", { url });
      expect(await values()).toEqual({ hidden: "2", mine: "3" });
      for (const name of ["hidden", "mine"]) await tab.deleteCookie(name, { url });
    });

    it("takes pictures of the window, the page, an element, a region; prints to PDF", async () => {
      const tab = await bench.load(
        `<style>body { margin:0 }</style><div style="height:2400px"></div><p id=low style="width:120px; height:50px; margin:0; background:red">x</p>`,
      );
      const scale = (await tab.evaluate("devicePixelRatio")).value as number;
      const [width, height] = sizeOf(await tab.screenshot());
      expect([width, height]).toEqual(
        (await tab.evaluate(`[innerWidth * ${scale}, innerHeight * ${scale}]`)).value,
      );
      expect(sizeOf(await tab.screenshot({ fullPage: true }))[1]).toBeGreaterThanOrEqual(2450 * scale);
      expect(sizeOf(await tab.screenshot({ of: "#low" }))).toEqual([120 * scale, 50 * scale]);
      expect(sizeOf(await tab.screenshot({ region: { x: 5, y: 2300, width: 30, height: 20 } }))).toEqual([
        30 * scale,
        20 * scale,
      ]);
      expect((await tab.screenshot({ format: "jpeg", quality: 40 })).subarray(0, 2)).toEqual(
        Buffer.from([0xff, 0xd8]),
      );
      expect((await tab.pdf()).subarray(0, 5).toString()).toBe("%PDF-");
      await expect(tab.screenshot({ of: "style" })).rejects.toMatchObject({ code: "invalid-options" });
    });
  });
}
