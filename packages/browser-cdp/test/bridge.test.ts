import { readdirSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BridgeLink } from "../src/bridge/bridge-link.js";
import { openBridge } from "../src/bridge/open-bridge.js";
import type { CdpSession, TabEvent } from "../src/browser-link.js";
import { type ExtensionBrowser, end, openExtensionBrowser } from "./extension-browser.js";

const pages: Record<string, string> = {
  "/": "<title>Home</title><h1>Home</h1><a id=a href=/two target=_blank rel=opener>two</a>",
  "/two": "<title>Two</title>",
  "/frames": "<title>Frames</title><iframe src='http://localhost:PORT/two'></iframe>",
  "/save": "<a id=d href=/file download='notes.txt'>file</a>",
};

let site: Server;
let origin: string;

beforeAll(async () => {
  site = createServer((request, response) => {
    const { port } = site.address() as AddressInfo;
    if (request.url === "/file") {
      response.writeHead(200, {
        "content-type": "text/plain",
        "content-disposition": "attachment; filename=notes.txt",
      });
      response.end("saved by a page");
    } else {
      response.writeHead(200, { "content-type": "text/html", "set-cookie": "secret=1; HttpOnly" });
      response.end((pages[request.url ?? ""] ?? "").replace("PORT", String(port)));
    }
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

for (const transport of ["socket", "requests"] as const)
  describe(`a real browser over ${transport}`, () => {
    let browser: ExtensionBrowser;
    let link: BridgeLink;
    beforeAll(async () => {
      browser = await openExtensionBrowser({ transport });
      link = await openBridge({ folder: browser.home, ports: browser.ports });
    });
    afterAll(async () => {
      await link?.close();
      await browser?.close();
    });

    const opened = async (url: string): Promise<[string, CdpSession]> => {
      const { id } = await link.openTab(url);
      const session = await link.attach(id);
      await session.send("Runtime.enable");
      await untilReady(session);
      return [id, session];
    };

    it("names the browser and lists its tabs", async () => {
      expect(link.product).toMatch(/^Chromium\/\d+\.\d+\.\d+\.\d+$/);
      const tabs = await link.tabs();
      expect(tabs.map(({ url }) => url)).toContain("about:blank");
    });

    it("opens a tab in the background, tells of it, evaluates in it and closes it", async () => {
      const events: TabEvent[] = [];
      const stop = link.onTab((event) => events.push(event));
      const [id, session] = await opened(`${origin}/`);
      expect(await evaluate(session, "document.title + document.visibilityState")).toMatch(/^Home/);
      await link.activateTab(id);
      await link.closeTab(id);
      expect(await session.closed).toContain("closed");
      await expect(session.send("Runtime.enable")).rejects.toMatchObject({ code: "tab-closed" });
      await until(() => events.some((event) => event.type === "tab-closed" && event.tabId === id));
      expect(events.map(({ type }) => type)).toContain("tab-opened");
      expect(events.map(({ type }) => type)).toContain("tab-changed");
      stop();
    });

    it("says who opened a tab", async () => {
      const [id, session] = await opened(`${origin}/`);
      await session.send("Runtime.evaluate", { expression: "a.click()", userGesture: true });
      await until(async () => (await link.tabs()).some(({ title }) => title === "Two"));
      const two = (await link.tabs()).find(({ title }) => title === "Two");
      expect(two?.openerId).toBe(id);
      await link.closeTab(two?.id ?? "");
      await link.closeTab(id);
    });

    it("reaches a frame of another site through its own session", async () => {
      const [id, session] = await opened("about:blank");
      const child = new Promise<CdpSession>((resolve) => {
        session.on<{ sessionId: string }>("Target.attachedToTarget", ({ sessionId }) =>
          resolve(session.child(sessionId)),
        );
      });
      await session.send("Target.setAutoAttach", {
        autoAttach: true,
        waitForDebuggerOnStart: false,
        flatten: true,
      });
      await session.send("Page.navigate", { url: `${origin}/frames` });
      const frame = await child;
      await untilReady(frame);
      expect(await evaluate(frame, "document.title")).toBe("Two");
      await link.closeTab(id);
      expect(await frame.closed).toMatch(/closed|gone/);
    });

    it("carries a string of a megabyte, and cookies that scripts cannot see", async () => {
      const [id, session] = await opened(`${origin}/`);
      expect(await evaluate(session, "'ü'.repeat(1_000_000)")).toHaveLength(1_000_000);
      const { cookies } = await session.send<{ cookies: { name: string }[] }>("Network.getCookies");
      expect(cookies.map(({ name }) => name)).toContain("secret");
      await link.closeTab(id);
    });

    it("ends each command: by the browser's no, a limit, a signal, the end of the session", async () => {
      const [id, session] = await opened(`${origin}/`);
      await expect(session.send("Nothing.here")).rejects.toMatchObject({ code: "protocol" });
      const never = { expression: "new Promise(() => {})", awaitPromise: true };
      await expect(session.send("Runtime.evaluate", never, { timeoutMs: 200 })).rejects.toMatchObject({
        code: "timeout",
        message: "Runtime.evaluate did not answer within 200 ms.",
      });
      const stop = new AbortController();
      const aborted = session.send("Runtime.evaluate", never, { signal: stop.signal });
      stop.abort(new Error("enough"));
      await expect(aborted).rejects.toThrow("enough");
      const waiting = session.send("Runtime.evaluate", never);
      void session.detach();
      await expect(waiting).rejects.toMatchObject({ code: "tab-closed" });
      await link.closeTab(id);
    });

    it("names tabs that are not there and pages that are closed to extensions", async () => {
      await expect(link.attach("123456")).rejects.toMatchObject({ code: "unknown-tab" });
      await expect(link.closeTab("not a tab")).rejects.toMatchObject({ code: "unknown-tab" });
      const { id } = await link.openTab("chrome://version");
      await expect(link.attach(id)).rejects.toMatchObject({ code: "attach-refused" });
      await link.closeTab(id);
    });

    it("gives two sessions in a tab their own events and ends", async () => {
      const [id, first] = await opened(`${origin}/`);
      const second = await link.attach(id);
      await first.detach();
      expect(await evaluate(second, "1 + 1")).toBe(2);
      await link.closeTab(id);
    });

    it("brings a page's download to the folder", async () => {
      const folder = await mkdtemp(join(tmpdir(), "ga-saved-"));
      await link.setDownloadFolder(folder);
      const [id, session] = await opened(`${origin}/save`);
      await session.send("Page.enable");
      await session.send("Runtime.evaluate", { expression: "d.click()", userGesture: true });
      await until(() => readdirSync(folder).includes("notes.txt"));
      expect(await readFile(join(folder, "notes.txt"), "utf8")).toBe("saved by a page");
      await link.closeTab(id);
      await rm(folder, { recursive: true });
    });
  });

it("reports a browser that is killed in mid-call at once, and works with the next one", async () => {
  const browser = await openExtensionBrowser();
  const link = await openBridge({ folder: browser.home, ports: browser.ports });
  try {
    const { id } = await link.openTab("about:blank");
    const session = await link.attach(id);
    const waiting = session.send("Runtime.evaluate", {
      expression: "new Promise(() => {})",
      awaitPromise: true,
    });
    await delay(100);
    await Promise.all([
      expect(waiting).rejects.toMatchObject({ code: "disconnected" }),
      end(browser.process),
    ]);
    expect(await session.closed).toContain("extension is gone");
    await browser.another();
    await link.waitForBrowser(30_000);
    expect(await link.tabs()).toHaveLength(1);
  } finally {
    await link.close();
    await browser.close();
  }
});

async function evaluate(session: CdpSession, expression: string): Promise<unknown> {
  const { result } = await session.send<{ result: { value: unknown } }>("Runtime.evaluate", {
    expression,
    returnByValue: true,
  });
  return result.value;
}

const untilReady = (session: CdpSession): Promise<void> =>
  until(async () => (await evaluate(session, "document.readyState")) === "complete");

async function until(condition: () => boolean | Promise<boolean>, limitMs = 15_000): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Not so within ${limitMs} ms: ${condition}`);
    await delay(50);
  }
}
