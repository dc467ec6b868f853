import { writeFile } from "node:fs/promises";
import { profileOf } from "@genericagent/agent";
import { attachBrowser, BrowserDriver, launchBrowser, profileOwner } from "@genericagent/browser-cdp";
import pc from "picocolors";
import { EXIT, type ExitCode } from "../exit-code.js";
import { printable } from "../printable.js";
import { address, readPlace, withBrowser, withRunningBrowser, withTab } from "./with-browser.js";

export interface JsonFlag {
  json?: boolean;
}

/** `ga browser tabs` */
export async function tabsCommand({ json = false }: JsonFlag): Promise<ExitCode> {
  const tabs = await withRunningBrowser(({ driver }) => driver.tabs());
  const shown = tabs.map(({ id, title, url }) => ({ id, title, url }));
  const lines = shown.map(
    ({ title, url }) => `${printable(title) || pc.dim("(no title)")} ${pc.dim(printable(url))}\n`,
  );
  print(json, shown, lines.join("") || "No tab is open.\n");
  return EXIT.done;
}

/** `ga browser open URL`: for a person to look at and to log in. Where there is a display the browser stays open. */
export async function openCommand(url: string, { json = false }: JsonFlag): Promise<ExitCode> {
  const { dataHome, config } = await readPlace();
  const hasWindow = (config.mode ?? "launch") === "launch" && config.headless !== true && hasDisplay();
  const found = hasWindow
    ? await openInWindow(url, profileOf(config, dataHome), config.path)
    : await look(url);
  const stays = hasWindow ? "The browser stays open; ga uses the same profile.\n" : "";
  print(
    json,
    found,
    `${printable(found.title) || "(no title)"} ${pc.dim(printable(found.url))}\n${pc.dim(stays)}`,
  );
  return EXIT.done;
}

const hasDisplay = (): boolean =>
  process.platform === "win32" ||
  process.platform === "darwin" ||
  Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

interface Found {
  title: string;
  url: string;
}

async function openInWindow(url: string, profile: string, path: string | undefined): Promise<Found> {
  const link = (await profileOwner(profile))
    ? await attachBrowser({ profile })
    : await launchBrowser({ profile, keep: true, headless: false, ...(path && { path }) });
  const driver = new BrowserDriver(link);
  try {
    const tab = await driver.currentTab();
    await tab.goto(address(url));
    await link.activateTab(tab.id);
    return (await tab.evaluate("({ title: document.title, url: location.href })")).value as Found;
  } finally {
    await driver.close();
    await link.close();
  }
}

const look = (url: string): Promise<Found> =>
  withBrowser(async ({ driver }) => {
    const tab = await driver.openTab(address(url));
    return (await tab.evaluate("({ title: document.title, url: location.href })")).value as Found;
  });

export interface ScanFlags extends JsonFlag {
  html?: string;
  text?: boolean;
  behind?: boolean;
  keep?: string[];
  region?: string;
  budget?: number;
}

/** `ga browser scan [URL]`: the view that a model gets; with `--html` beside a picture, with all that was left out. */
export async function scanCommand(url: string | undefined, flags: ScanFlags): Promise<ExitCode> {
  const { json = false, html, text, behind, keep, region, budget = 8_000 } = flags;
  return withTab(url, async (tab) => {
    const scan = await tab.scan({
      form: text ? "text" : "outline",
      budgetTokens: budget,
      report: html !== undefined || json,
      ...(behind && { behind }),
      ...(keep && { keep }),
      ...(region && { region }),
    });
    if (html !== undefined) {
      const { scanReport } = await import("./scan-report.js");
      await writeFile(html, await scanReport(tab, scan));
      process.stderr.write(`${pc.dim(`Wrote ${html}`)}\n`);
    }
    const head = pc.dim(
      `${printable(scan.title)} · ${printable(scan.url)} · ${scan.tokens} tokens, ${scan.controls} controls`,
    );
    if (json || html === undefined) print(json, scan, `${head}\n${printable(scan.text)}\n`);
    return EXIT.done;
  });
}

/** `ga browser js SCRIPT` */
export async function jsCommand(
  script: string,
  { json = false, url }: JsonFlag & { url?: string },
): Promise<ExitCode> {
  return withTab(url, async (tab) => {
    const { value, text } = await tab.evaluate(script, { maxChars: Infinity });
    print(json, { value: value ?? null }, `${printable(text)}\n`);
    return EXIT.done;
  });
}

function print(json: boolean, data: unknown, text: string): void {
  process.stdout.write(json ? `${JSON.stringify(data)}\n` : text);
}
