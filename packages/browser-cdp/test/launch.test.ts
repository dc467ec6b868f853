import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished, vi } from "vitest";
import { attachBrowser, BrowserDriver, findBrowsers, launchBrowser, profileOwner } from "../src/index.js";
import { profile } from "./profile.js";

async function launch(folder = profile()) {
  const link = await launchBrowser({ profile: folder, headless: true });
  onTestFinished(() => link.close());
  return link;
}

it("finds the browsers of this machine, CHROME_PATH first", () => {
  const [first] = findBrowsers();
  expect(first?.path).toBeTruthy();
  expect(findBrowsers({ env: { PATH: "" }, platform: "linux", home: "/h" })).toEqual([]);
  const chosen = findBrowsers({ env: { PATH: "", CHROME_PATH: first!.path }, platform: "linux" });
  expect(chosen.map(({ path }) => path)).toEqual([first!.path]);
});

it("no browser: says so, and what to do", async () => {
  await expect(launchBrowser({ profile: profile(), env: { PATH: "" } })).rejects.toMatchObject({
    code: "no-browser",
    message: expect.stringContaining("CHROME_PATH"),
  });
});

it("a program that is no browser: says how it ended and what it said", async () => {
  const script = join(profile(), "fake");
  writeFileSync(script, "#!/bin/sh\necho no display here >&2\nexit 7\n", { mode: 0o755 });
  await expect(launchBrowser({ profile: profile(), path: script })).rejects.toMatchObject({
    code: "launch-failed",
    message: expect.stringMatching(/ended with 7\. no display here/),
  });
  await expect(launchBrowser({ profile: profile(), path: "/no/such/browser" })).rejects.toMatchObject({
    code: "launch-failed",
    message: expect.stringContaining("ENOENT"),
  });
});

it("the profile stays from launch to launch, and is free again after the end", async () => {
  const folder = profile();
  const first = await launchBrowser({ profile: folder, headless: true });
  const tab = await new BrowserDriver(first).currentTab();
  const in30Days = Date.now() / 1000 + 30 * 86_400;
  await tab.setCookies([{ name: "login", value: "kept", url: "https://example.com/", expires: in30Days }]);
  await first.close();
  expect(await profileOwner(folder)).toBeUndefined();
  const again = await new BrowserDriver(await launch(folder)).currentTab();
  expect(await again.cookies(["https://example.com/"])).toMatchObject([{ name: "login", value: "kept" }]);
});

it("a profile in use: names the process and the way out, and may be attached to", async () => {
  const folder = profile();
  const link = await launch(folder);
  const { pid } = (await profileOwner(folder))!;
  await expect(launchBrowser({ profile: folder, headless: true })).rejects.toMatchObject({
    code: "profile-in-use",
    message: expect.stringMatching(new RegExp(`pid ${pid}.*attach`)),
  });
  const second = await attachBrowser({ profile: folder });
  expect(second.product).toBe(link.product);
  await second.close();
  expect(await link.tabs()).toHaveLength(1);
});

it("a browser that dies in mid-call: disconnected, at once, for every call; a new one works", async () => {
  const folder = profile();
  const link = await launch(folder);
  const tab = await new BrowserDriver(link).currentTab();
  const waiting = tab.evaluate("new Promise(() => {})").catch((error) => error);
  await tab.evaluate("1");
  process.kill((await profileOwner(folder))!.pid, "SIGKILL");
  expect(await waiting).toMatchObject({ code: expect.stringMatching(/disconnected|tab-closed/) });
  expect(await link.closed).toContain("closed");
  await expect(link.tabs()).rejects.toMatchObject({ code: "disconnected" });
  await link.close();
  const next = await new BrowserDriver(await launch(folder)).currentTab();
  expect((await next.evaluate("1 + 1")).value).toBe(2);
});

it("a program that is killed takes its browser along", async () => {
  const folder = profile();
  const script = fileURLToPath(new URL("launch-and-die.mjs", import.meta.url));
  const { stdout, signal } = spawnSync(process.execPath, [script, folder], {
    encoding: "utf8",
    timeout: 50_000,
  });
  expect(signal).toBe("SIGKILL");
  const isAlive = () => {
    try {
      return process.kill(Number(stdout), 0);
    } catch {
      return false;
    }
  };
  await vi.waitFor(() => expect(isAlive()).toBe(false), 10_000);
  expect(await profileOwner(folder)).toBeUndefined();
});

it("a browser that is kept lives on when its link is closed", async () => {
  const folder = profile();
  const link = await launchBrowser({ profile: folder, headless: true, keep: true });
  const { pid } = (await profileOwner(folder))!;
  onTestFinished(() => void process.kill(pid));
  await link.close();
  const attached = await attachBrowser({ profile: folder });
  expect((await (await new BrowserDriver(attached).currentTab()).evaluate("40 + 2")).value).toBe(42);
  await attached.close();
});

it("attaches by port, http and ws address, and leaves the browser running", async () => {
  const folder = profile();
  const link = await launch(folder);
  const [port, path] = await import("node:fs").then(({ readFileSync }) =>
    readFileSync(join(folder, "DevToolsActivePort"), "utf8").split("\n"),
  );
  for (const endpoint of [Number(port), `http://127.0.0.1:${port}/`, `ws://127.0.0.1:${port}${path}`]) {
    const attached = await attachBrowser({ endpoint });
    const driver = new BrowserDriver(attached);
    const tab = await driver.openTab();
    expect((await tab.evaluate("2 + 2")).value).toBe(4);
    await driver.close({ closeTabs: true });
    await attached.close();
  }
  expect(await link.tabs()).toHaveLength(1);
});

it("F10: what Chrome refuses on the everyday profile is explained, with the ways out", async () => {
  const server = createServer((_, response) => void response.writeHead(404).end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await expect(attachBrowser({ endpoint: port })).rejects.toMatchObject({
    code: "attach-refused",
    message: expect.stringMatching(
      /status 404.*Chrome 136.*profile of its own.*chrome:\/\/inspect.*ga browser setup/s,
    ),
  });
  await expect(attachBrowser({ endpoint: 1 })).rejects.toMatchObject({ code: "attach-refused" });
  await expect(attachBrowser({ endpoint: "ws://127.0.0.1:1/x" })).rejects.toMatchObject({
    code: "attach-refused",
  });
  const home = mkdtempSync(join(tmpdir(), "browser-home-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  await expect(attachBrowser({ profile: home })).rejects.toMatchObject({
    message: expect.stringContaining("No running browser allows debugging"),
  });
});
