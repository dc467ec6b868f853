import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { chromium } from "playwright-core";
import { AgentBrowser } from "../../packages/agent/dist/index.js";
import { BrowserDriver, launchBrowser } from "../../packages/browser-cdp/dist/index.js";
import { createTools, noSandbox } from "../../packages/tools/dist/index.js";
import { median } from "../lib/median.mjs";
import { findChromium } from "./find-chromium.mjs";

/** SCALE=0.1 gives a quick look on a busy machine. */
const scaled = (count) => Math.ceil(count * Number(process.env.SCALE ?? 1));
const ROUNDS = scaled(500);
const TABS = scaled(50);
const EVALUATIONS = scaled(10_000);
const WARM_UP = scaled(1_000);
const SCANS = scaled(5);
const SCRIPT = "document.title.length + 1";
const WORDS =
  "the boots are made of leather and hold on wet ground for a long time when they are cared for well".split(
    " ",
  );
const sentence = (i) =>
  Array.from({ length: 60 }, (_, word) => WORDS[(i * 7 + word * 5) % WORDS.length]).join(" ");
const PROSE = `<title>Prose</title>${Array.from({ length: 2_800 }, (_, i) => `<p>${sentence(i)} <a href="/p/${i}">part ${i}</a></p>`).join("")}`;
const row = (i) =>
  `<tr class="row row-${i % 7}"><td><a href="/item/${i}">Item number ${i}</a></td><td>${(i * 37) % 1000} pieces of it in stock</td><td><button>Order</button></td></tr>`;
const SMALL = "<title>Small</title><h1>Small</h1><button>Press</button>";
/** 14 000 controls: as hard as a page of this size gets. */
const TABLE = `<title>Table</title><table>${Array.from({ length: 7_000 }, (_, i) => row(i)).join("")}</table>`;

/** What the way to the browser costs: round trips beside Playwright's, a large page, many tabs, many evaluations. */
export async function measureDriver() {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end({ "/prose": PROSE, "/table": TABLE }[request.url] ?? SMALL);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${server.address().port}/`;
  const folder = mkdtempSync(join(tmpdir(), "bench-driver-"));
  try {
    return {
      proseBytes: PROSE.length,
      tableBytes: TABLE.length,
      roundTripMs: {
        "web_execute_js, no_monitor": await toolRoundTrip(url, folder),
        ...(await driverRoundTrip(url, folder)),
        "Playwright page.evaluate": await playwrightRoundTrip(url),
      },
      ...(await loads(url, folder)),
    };
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function timed(rounds, act) {
  for (let i = 0; i < Math.min(rounds, 20); i++) await act();
  const times = [];
  for (let i = 0; i < rounds; i++) {
    const begin = performance.now();
    await act();
    times.push(performance.now() - begin);
  }
  return median(times);
}

async function toolRoundTrip(url, folder) {
  const config = { headless: true, path: findChromium(), profile: join(folder, "tool") };
  const browser = new AgentBrowser({
    config,
    dataHome: folder,
    env: process.env,
    cwd: folder,
    downloads: folder,
  });
  const { handler } = createTools({ cwd: folder, sandbox: noSandbox, browser });
  const call = async (script) => {
    const toolCall = {
      type: "tool-call",
      id: "1",
      name: "web_execute_js",
      args: { script, no_monitor: true },
    };
    const reply = { message: { role: "assistant", content: [toolCall] } };
    const { signal } = new AbortController();
    const running = handler.dispatch({ call: toolCall, reply, turn: 1, signal });
    let step = await running.next();
    while (!step.done) step = await running.next();
    if (step.value.isError) throw new Error(step.value.data);
  };
  try {
    await call(`ga.open("${url}")`);
    return await timed(ROUNDS, () => call(SCRIPT));
  } finally {
    await browser.close();
  }
}

async function driverRoundTrip(url, folder) {
  return withDriver(folder, "driver", async (driver) => {
    const tab = await driver.openTab(url);
    await tab.scan();
    return {
      "tab.evaluate": await timed(ROUNDS, () => tab.evaluate(SCRIPT)),
      "tab.evaluate with $('e1')": await timed(ROUNDS, () => tab.evaluate("$('e1').textContent")),
    };
  });
}

async function playwrightRoundTrip(url) {
  const args = ["--no-sandbox", "--disable-gpu"];
  const browser = await chromium.launch({ executablePath: findChromium(), args });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    return await timed(ROUNDS, () => page.evaluate(SCRIPT));
  } finally {
    await browser.close();
  }
}

async function loads(url, folder) {
  return withDriver(folder, "loads", async (driver) => {
    const scan = async (path) => {
      const tab = await driver.openTab(url + path);
      return timed(SCANS, () => tab.scan({ budgetTokens: 8_000 }));
    };
    const scans = { scanProseMs: await scan("prose"), scanTableMs: await scan("table") };
    return { ...scans, ...(await manyEvaluations(driver, url)), ...(await manyTabs(driver, url)) };
  });
}

async function manyTabs(driver, url) {
  const begin = performance.now();
  const tabs = await Promise.all(Array.from({ length: TABS }, () => driver.openTab(url)));
  const views = await Promise.all(tabs.map((tab) => tab.scan()));
  const worked = views.filter(({ text }) => text.includes("[1 Press]")).length;
  return { tabs: TABS, tabsThatWorked: worked, tabsMs: performance.now() - begin };
}

/** The growth after the first tenth, when everything is warm, to the last. */
async function manyEvaluations(driver, url) {
  const tab = await driver.openTab(url);
  const script = "({ list: [...document.querySelectorAll('*')], text: 'x'.repeat(2_000) })";
  const evaluate = async (count) => {
    for (let i = 0; i < count; i++) await tab.evaluate(script);
  };
  await evaluate(WARM_UP);
  const before = await heaps(tab);
  await evaluate(EVALUATIONS - WARM_UP);
  const after = await heaps(tab);
  return {
    evaluations: EVALUATIONS,
    nodeGrowthBytes: after.node - before.node,
    pageGrowthBytes: after.page - before.page,
  };
}

async function heaps(tab) {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  for (let i = 0; i < 3; i++) {
    collect();
    await tab.session.send("HeapProfiler.collectGarbage");
  }
  const { usedSize } = await tab.session.send("Runtime.getHeapUsage");
  return { node: process.memoryUsage().heapUsed, page: usedSize };
}

async function withDriver(folder, name, use) {
  const link = await launchBrowser({ profile: join(folder, name), path: findChromium(), headless: true });
  const driver = new BrowserDriver(link);
  try {
    return await use(driver);
  } finally {
    await driver.close();
    await link.close();
  }
}
