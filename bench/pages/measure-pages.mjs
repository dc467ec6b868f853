import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { pageScript, scanPage, simplify } from "../../packages/simphtml/dist/index.js";
import { Attempts } from "./attempts.mjs";
import { CORPUS } from "./corpus.mjs";
import { measure } from "./measure.mjs";
import { servePages } from "./page-server.mjs";
import { truthInPage } from "./truth-in-page.mjs";
import { VIEWS } from "./views.mjs";

const SETTLE_MS = 400;
const tokensOf = (text) => encode(text, { disallowedSpecial: new Set() }).length;

/**
 * Every view of every page whose kind or name holds `wanted`. A page that cannot be measured, or was not reached before
 * the bench was told to end, is named with its reason.
 */
export async function measurePages(wanted) {
  const server = await servePages(CORPUS);
  const attempts = new Attempts();
  const failures = [];
  const pages = [];
  try {
    for (const [index, { kind, name }] of CORPUS.entries()) {
      if (wanted && !`${kind} ${name}`.toLowerCase().includes(wanted)) continue;
      if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${kind}: ${name}`);
      try {
        pages.push({
          kind,
          name,
          ...(await attempts.run((browser) => measurePage(browser, server, index))),
        });
      } catch (error) {
        failures.push({ kind, name, reason: error.message.split("\n")[0] });
      }
    }
  } finally {
    await attempts.close();
    server.close();
  }
  return { pages, failures };
}

async function measurePage(browser, server, index) {
  const truthTab = await openTab(browser, server, index);
  const truth = await truthTab.page.evaluate(truthInPage);
  await truthTab.page.close();
  const visibleTokens = tokensOf(truth.blocks.map(({ text }) => text.replace(/\s+/g, " ").trim()).join("\n"));

  const tab = await openTab(browser, server, index);
  const html = await tab.page.content();
  const views = {};
  for (const view of VIEWS) views[view.name] = await measureView(view, tab, html, truth, server.urlOf(index));
  const againMs = await measureAgain(tab);
  if (process.env.DUMP) await dump(tab, index, truth, views);
  for (const view of Object.values(views)) delete view.output;
  await tab.page.close();
  return { visibleTokens, htmlBytes: html.length, controls: truth.controls.length, againMs, views };
}

/** The first scan compiles the script and lays the page out; these do not. */
async function measureAgain(tab) {
  const times = [];
  for (let i = 0; i < 3; i++) {
    const before = await busyMs(tab);
    await tab.scan();
    times.push((await busyMs(tab)) - before);
  }
  return times;
}

async function openTab(browser, server, index) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(30_000);
  await page.route("**/*", (route) =>
    /^(data|blob):/.test(route.request().url()) || route.request().url().startsWith(server.origin)
      ? route.continue()
      : route.abort(),
  );
  await page.goto(server.urlOf(index), { waitUntil: "load" });
  await page
    .waitForFunction(() => !document.querySelector(":not(:defined)"), undefined, { timeout: 5_000 })
    .catch(() => {});
  await page.waitForTimeout(SETTLE_MS);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const { frameTree } = await session.send("Page.getFrameTree");
  const world = await session.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
    worldName: "bench",
  });
  const evaluate = async (expression) => {
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
      expression,
      contextId: world.executionContextId,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  await evaluate(pageScript);
  return { page, session, scan: async (options) => (await evaluate(scanPage(options))).text };
}

async function measureView({ make, read, live }, tab, html, truth, url) {
  const before = await busyMs(tab);
  const started = process.cpuUsage();
  const made = await make(tab, html, simplify, url);
  const { user, system } = process.cpuUsage(started);
  const cpuMs = live ? (await busyMs(tab)) - before : (user + system) / 1000;
  const text = typeof made === "string" ? made : made.text;
  return { tokens: tokensOf(text), cpuMs, ...measure(truth, read(text)), output: text };
}

/** CPU time the page's main thread has used. */
async function busyMs({ session }) {
  const { metrics } = await session.send("Performance.getMetrics");
  return 1000 * metrics.find(({ name }) => name === "ThreadTime").value;
}

async function dump(tab, index, truth, views) {
  const folder = join(process.env.DUMP, `${index}-${CORPUS[index].name.replace(/\W+/g, "-")}`);
  mkdirSync(folder, { recursive: true });
  await tab.page.screenshot({ path: join(folder, "page.png") });
  writeFileSync(join(folder, "truth.json"), JSON.stringify(truth, null, 1));
  for (const [name, { output }] of Object.entries(views))
    writeFileSync(join(folder, `${name.replace(/\W+/g, "-")}.txt`), output);
}
