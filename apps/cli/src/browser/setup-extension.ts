import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { bridgeFolder } from "@genericagent/agent";
import { BrowserError, installExtension, openBridge, setupPage, setupSteps } from "@genericagent/browser-cdp";
import pc from "picocolors";
import { EXIT, type ExitCode } from "../exit-code.js";
import { openInDesktop } from "./open-in-desktop.js";
import { useBridge } from "./use-bridge.js";

export interface ExtensionFlags {
  extension?: boolean;
  folder?: string;
  json?: boolean;
}

/** Long enough to read three lines and press two buttons; the extension asks for the bridge by itself. */
const WAIT_MS = 5 * 60_000;

/** `ga browser setup --extension`: puts the extension in place, shows the manual step, and waits for the browser. */
export async function setupExtension({ folder, json = false }: ExtensionFlags): Promise<ExitCode> {
  const home = bridgeFolder(process.env);
  const installed = await installExtension({ home, ...(folder && { folder: resolve(folder) }) });
  const page = await writePage(home, installed.folder);
  const steps = setupSteps(installed.folder);
  if (json) {
    process.stdout.write(`${JSON.stringify({ ...installed, page, steps })}\n`);
    return EXIT.done;
  }
  process.stdout.write(
    [
      `${pc.green("✓")} The extension (${installed.version}) is in ${installed.folder}`,
      `\n${pc.bold("One step by hand, once:")}`,
      ...steps.map(({ title, detail }, index) => `  ${index + 1}. ${title}\n     ${pc.dim(detail)}`),
      pc.dim(`     In the dialog, paste the path: Ctrl+L on Linux, ⌘⇧G on a Mac.`),
      `\nThe same with a picture: ${page}`,
      `\nWaiting for the browser (Ctrl+C ends the wait) …\n`,
    ].join("\n"),
  );
  openInDesktop(page);
  return waitForBrowser(home);
}

async function waitForBrowser(home: string): Promise<ExitCode> {
  const stop = new AbortController();
  const onSignal = () =>
    stop.abort(new BrowserError("no-extension", "The wait was ended. Run it again when you like."));
  process.once("SIGINT", onSignal);
  try {
    const link = await openBridge({ folder: home, waitMs: WAIT_MS, signal: stop.signal });
    const tabs = await link.tabs();
    await link.close();
    const config = await useBridge();
    process.stdout.write(
      [
        `${pc.green("✓")} ${link.product} is connected, with ${tabs.length} ${tabs.length === 1 ? "tab" : "tabs"}.`,
        `${pc.green("✓")} ga uses it from now on ("mode": "bridge" in ${config}).`,
        `  ${pc.dim("→")} ga browser tabs    ga browser scan https://your.site\n`,
      ].join("\n"),
    );
    return EXIT.done;
  } finally {
    process.removeListener("SIGINT", onSignal);
  }
}

async function writePage(home: string, folder: string): Promise<string> {
  await mkdir(home, { recursive: true });
  const page = join(home, "setup.html");
  await writeFile(page, setupPage(folder));
  return page;
}
