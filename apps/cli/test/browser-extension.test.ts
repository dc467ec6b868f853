import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { findBrowsers } from "@genericagent/browser-cdp";
import { expect, it, onTestFinished } from "vitest";
import { type Place, place, runGa, startGa } from "./run-ga.js";

it("ga browser setup --extension: one step by hand, then the everyday browser's pages", async () => {
  const where = place();
  const url = await serve("<title>Mail</title><h1>Inbox of Ada</h1><button>Write</button>");
  const { finished, child } = startGa(["browser", "setup", "--extension"], where);
  const folder = await printed(child.stdout, /“Load unpacked”.*\n\s+(.+)/);
  expect(readFileSync(join(where.dataHome, "browser", "setup.html"), "utf8")).toContain("<svg");
  startBrowser(where, folder); // a person would load the folder by hand
  const { code, stdout, stderr } = await finished;
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toMatch(/✓ Chrom(e|ium)\/\S+ is connected, with 1 tab\.\n✓ ga uses it from now on/);
  const scan = await runGa(["browser", "scan", url], where);
  expect(scan).toMatchObject({ code: 0, stdout: expect.stringContaining("# Inbox of Ada\n[1 Write]") });
  const tabs = JSON.parse((await runGa(["browser", "tabs", "--json"], where)).stdout) as { tabs: unknown[] };
  expect(JSON.stringify(tabs)).toContain("about:blank");
});

it("ga browser setup --extension --json installs, tells the steps and does not wait", async () => {
  const where = place();
  const folder = join(where.cwd, "my extension");
  const { code, stdout } = await runGa(
    ["browser", "setup", "--extension", "--folder", folder, "--json"],
    where,
  );
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ folder, isNew: true, steps: [{}, {}, { detail: folder }] });
  expect(existsSync(join(folder, "manifest.json"))).toBe(true);
});

function startBrowser({ cwd }: Place, folder: string): void {
  const [browser] = findBrowsers();
  const args = [
    ...[
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-quic",
      "--disable-sync",
    ],
    "--disable-features=DisableLoadExtensionCommandLineSwitch",
    ...[`--load-extension=${folder}`, `--user-data-dir=${join(cwd, "profile")}`, "about:blank"],
  ];
  const child = spawn(browser?.path ?? "", args, { stdio: "ignore", detached: true });
  onTestFinished(async () => {
    const exit = once(child, "exit");
    process.kill(-(child.pid ?? 0), "SIGKILL");
    await exit;
  });
}

/** The first group of the pattern, once it was printed. */
async function printed(stream: Readable | null, pattern: RegExp): Promise<string> {
  let text = "";
  for await (const chunk of stream?.iterator({ destroyOnReturn: false }) ?? []) {
    text += chunk;
    const found = pattern.exec(text)?.[1];
    if (found) return found;
  }
  throw new Error(`It ended without ${pattern}: ${text}`);
}

async function serve(html: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(html);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
