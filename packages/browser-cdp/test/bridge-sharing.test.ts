import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import type { BridgeLink } from "../src/bridge/bridge-link.js";
import { installExtension } from "../src/bridge/install-extension.js";
import { bridgeAnswers, openBridge } from "../src/bridge/open-bridge.js";
import type { CdpSession } from "../src/browser-link.js";
import { type ExtensionBrowser, end, freePorts, openExtensionBrowser } from "./extension-browser.js";

let browser: ExtensionBrowser;
const links: BridgeLink[] = [];
const children: ChildProcess[] = [];

const open = async (options = {}): Promise<BridgeLink> => {
  const link = await openBridge({ folder: browser.home, ports: browser.ports, ...options });
  links.push(link);
  return link;
};

beforeAll(async () => {
  browser = await openExtensionBrowser({ args: ["--remote-debugging-port=0"] });
});
afterEach(async () => {
  for (const link of links.splice(0).reverse()) await link.close();
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(() => browser?.close());

describe("one bridge for all", () => {
  it("is held by the first and shared by the next, each with its own tabs", async () => {
    const first = await open();
    const second = await open();
    expect([first.place?.isMaster, second.place?.isMaster]).toEqual([true, false]);
    const a = await first.attach((await first.openTab("data:text/html,<title>A</title>")).id);
    const b = await second.attach((await second.openTab("data:text/html,<title>B</title>")).id);
    await untilTitle(a, "A");
    await untilTitle(b, "B");
  });

  it("keeps a shared tab attached until the last lets go", async () => {
    const first = await open();
    const second = await open();
    const { id } = await first.openTab("data:text/html,<title>Shared</title>");
    const [a, b] = [await first.attach(id), await second.attach(id)];
    const heard: string[] = [];
    b.on("Page.frameNavigated", () => heard.push("b"));
    await a.send("Page.enable");
    await a.detach();
    await b.send("Page.navigate", { url: "about:blank" });
    await untilTitle(b, "about:blank");
    expect(heard).toEqual(["b"]);
    await first.closeTab(id);
    expect(await b.closed).toContain("closed");
  });

  it("passes to another process when the one that holds it is killed", async () => {
    const { child, place } = await holdInProcess();
    expect(place.isMaster).toBe(true);
    const link = await open();
    expect(link.place?.isMaster).toBe(false);
    const session = await link.attach((await link.openTab("about:blank")).id);
    const waiting = session.send("Runtime.evaluate", {
      expression: "new Promise(() => {})",
      awaitPromise: true,
    });
    const [error] = await Promise.all([waiting.catch((reason) => reason), child.kill("SIGKILL")]);
    expect(error).toMatchObject({ code: "disconnected" });
    expect((await link.tabs()).length).toBeGreaterThan(0);
    expect(link.place?.isMaster).toBe(true);
    const again = await link.attach((await link.openTab("data:text/html,<title>Again</title>")).id);
    await untilTitle(again, "Again");
  });

  it("moves to another port when a stranger has the first, and tells the stranger nothing", async () => {
    const seen: string[] = [];
    const stranger = createServer((request, response) => {
      request.on("data", (chunk) => seen.push(String(chunk)));
      request.on("end", () => response.end(JSON.stringify({ version: 1, nonce: "00", proof: "00" })));
    }).listen(browser.ports[0], "127.0.0.1");
    await once(stranger, "listening");
    try {
      const link = await open();
      expect(link.place).toEqual({ port: browser.ports[1], isMaster: true });
      expect((await link.tabs()).length).toBeGreaterThan(0);
      const { token } = JSON.parse(readFileSync(join(browser.home, "bridge.json"), "utf8")) as {
        token: string;
      };
      expect(seen.length).toBeGreaterThan(0);
      expect(seen.join()).not.toContain(token);
    } finally {
      stranger.closeAllConnections();
      stranger.close();
    }
  });
});

describe("the service worker", () => {
  it("comes back after it was stopped, and the next call works", async () => {
    const link = await open();
    const session = await link.attach((await link.openTab("about:blank")).id);
    const developer = await debuggingPort();
    await developer.stopWorkers();
    expect(await session.closed).toContain("extension is gone");
    await developer.openTab("about:blank"); // whatever the user does in the browser wakes it
    await link.waitForBrowser(35_000);
    const again = await link.attach((await link.openTab("data:text/html,<title>Back</title>")).id);
    await untilTitle(again, "Back");
    developer.close();
  });
});

describe("F11: a web page that tries to open the bridge", () => {
  it("is refused at the socket and at every request, from any origin", async () => {
    const link = await open();
    const port = link.place?.port;
    const page = createServer((_request, response) => response.end("<title>Evil</title>")).listen(
      0,
      "127.0.0.1",
    );
    await once(page, "listening");
    const { id } = await link.openTab(`http://localhost:${(page.address() as AddressInfo).port}/`);
    const session = await link.attach(id);
    await untilTitle(session, "Evil");
    const expression = `(async () => {
      const socket = await new Promise((resolve) => {
        const socket = new WebSocket("ws://127.0.0.1:${port}/socket/");
        socket.onopen = () => resolve("open");
        socket.onerror = () => resolve("refused");
      });
      const hello = JSON.stringify({ role: "client", version: 1, nonce: "${"ab".repeat(32)}" });
      const ask = (mode) => fetch("http://127.0.0.1:${port}/hello", { method: "POST", body: hello, mode })
        .then((response) => response.type + response.status, () => "refused");
      return [socket, await ask("cors"), await ask("no-cors")].join();
    })()`;
    const { result } = await session.send<{ result: { value: string } }>("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    // Without CORS the page may send, but sees nothing, and the bridge has answered 403.
    expect(result.value).toBe("refused,refused,opaque0");
    page.closeAllConnections();
    page.close();
  });
});

describe("what cannot be", () => {
  it("says that no browser came, where it waited and what to do", async () => {
    const home = mkdtempSync(join(tmpdir(), "ga-bridge-none-"));
    const ports = await freePorts(1);
    await expect(openBridge({ folder: home, ports, waitMs: 300 })).rejects.toMatchObject({
      code: "no-extension",
      message: expect.stringMatching(new RegExp(`127\\.0\\.0\\.1:${ports[0]}.*ga browser setup`)),
    });
    expect(await bridgeAnswers({ folder: home, ports }, 100)).toBeUndefined();
    rmSync(home, { recursive: true });
  });

  it("says that every port is taken", async () => {
    const home = mkdtempSync(join(tmpdir(), "ga-bridge-full-"));
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    await expect(openBridge({ folder: home, ports: [port], waitMs: 300 })).rejects.toMatchObject({
      code: "bridge",
      message: expect.stringContaining(`tried ${port}`),
    });
    other.closeAllConnections();
    other.close();
    rmSync(home, { recursive: true });
  });

  it("does not use a token that others may read, or a damaged file", async () => {
    const home = mkdtempSync(join(tmpdir(), "ga-bridge-file-"));
    const path = join(home, "bridge.json");
    await installExtension({ home });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, "browser-extension", "pairing.json")).mode & 0o777).toBe(0o600);
    chmodSync(path, 0o644);
    await expect(openBridge({ folder: home })).rejects.toMatchObject({ code: "bridge" });
    rmSync(path);
    writeFileSync(path, "{", { mode: 0o600 });
    await expect(openBridge({ folder: home })).rejects.toThrow("is damaged");
    rmSync(home, { recursive: true });
  });

  it("ends the wait when the caller's signal aborts", async () => {
    const home = mkdtempSync(join(tmpdir(), "ga-bridge-abort-"));
    const stop = new AbortController();
    const opening = openBridge({ folder: home, ports: await freePorts(1), signal: stop.signal });
    setTimeout(() => stop.abort(new Error("not now")), 100);
    await expect(opening).rejects.toThrow("not now");
    rmSync(home, { recursive: true });
  });

  it("turns a second browser away while the first is connected, and says so", async () => {
    const link = await open();
    const { product } = link;
    const second = await browser.another();
    const limit = Date.now() + 20_000;
    while (link.place?.lastRefusal === undefined && Date.now() < limit) await delay(50);
    expect(link.place?.lastRefusal).toMatch(/one browser at a time/);
    expect(link.product).toBe(product);
    expect((await link.tabs()).length).toBeGreaterThan(0);
    await end(second);
  });
});

interface Held {
  port: number;
  isMaster: boolean;
  product: string;
}

/** A real other process with the bridge open. */
async function holdInProcess(): Promise<{ child: ChildProcess; place: Held }> {
  const script = fileURLToPath(new URL("hold-bridge.mjs", import.meta.url));
  const child = spawn(process.execPath, [script, browser.home, JSON.stringify(browser.ports)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.push(child);
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { child, place: JSON.parse(line) as Held };
}

/** The browser's own debugging port: what a developer's tools can do. */
async function debuggingPort() {
  const [port, path] = readFileSync(join(browser.home, "profile-0", "DevToolsActivePort"), "utf8").split(
    "\n",
  );
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
  await once(socket, "open");
  let id = 0;
  const send = async (method: string, params = {}): Promise<Record<string, unknown>> => {
    const own = ++id;
    socket.send(JSON.stringify({ id: own, method, params }));
    for (;;) {
      const [data] = await once(socket, "message");
      const message = JSON.parse(String(data)) as { id?: number; result?: Record<string, unknown> };
      if (message.id === own) return message.result ?? {};
    }
  };
  return {
    async stopWorkers() {
      const { targetInfos } = await send("Target.getTargets");
      for (const { type, targetId } of targetInfos as { type: string; targetId: string }[])
        if (type === "service_worker") await send("Target.closeTarget", { targetId });
    },
    openTab: (url: string) => send("Target.createTarget", { url }),
    close: () => socket.close(),
  };
}

async function untilTitle(session: CdpSession, title: string): Promise<void> {
  const limit = Date.now() + 15_000;
  for (;;) {
    const { result } = await session.send<{ result: { value: string } }>("Runtime.evaluate", {
      expression: "document.title || location.href",
    });
    if (result.value === title) return;
    if (Date.now() > limit) throw new Error(`The title stayed ${result.value}, not ${title}.`);
    await delay(50);
  }
}
