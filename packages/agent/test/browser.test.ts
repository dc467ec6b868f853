import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { profileOwner } from "@genericagent/browser-cdp";
import { type JsonObject, type Reply, type StepOutcome, toolCallsOf } from "@genericagent/core-loop";
import { createTools, noSandbox, type Tools } from "@genericagent/tools";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { type BrowserConfig, findAgentBrowser } from "../src/index.js";
import { tempDir } from "./temp-dir.js";

const HOME = `<title>Shop</title><h1>Boots</h1><button onclick="fetch('/add').then(() => { state.textContent = 'in the cart' })">Buy</button>
  <p id=state>not yet</p><button onclick="confirm('Sure?') && (state.textContent = 'deleted')">Delete</button>
  <button onclick="const toast = document.body.appendChild(document.createElement('div')); toast.textContent = 'Saved at once'; setTimeout(() => toast.remove(), 50)">Save</button>
  <a href="/two">Next page</a> <a href="/two" target=_blank>In a new tab</a><label>Name <input></label>
  <label>Photo <input type=file onchange="state.textContent = this.files[0].name"></label>`;

const pages: Record<string, string> = {
  "/": HOME,
  "/two": "<title>Two</title><p>Second page</p>",
  "/long": `<title>Long</title>${Array.from({ length: 3000 }, (_, i) => `<p>Line number ${i} of a long page, with some words</p>`).join("")}`,
};
const server = createServer((request, response) => {
  response.setHeader("content-type", "text/html");
  response.end(pages[request.url ?? ""] ?? "ok");
});
let origin = "";
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The tools with a real browser, as a run has them. */
async function webTools(config: BrowserConfig = {}) {
  const dataHome = tempDir();
  const browser = await findAgentBrowser({
    config: { headless: true, ...config },
    dataHome,
    env: process.env,
    cwd: dataHome,
  });
  if (browser) onTestFinished(() => browser.close());
  const tools = createTools({
    cwd: dataHome,
    sandbox: noSandbox,
    markUntrusted: true,
    roots: [dataHome],
    spillDir: join(dataHome, "spill"),
    ...(browser && { browser }),
  });
  return {
    tools,
    dataHome,
    browser,
    web: (name: string, args: JsonObject = {}) => callTool(tools, name, args),
  };
}

interface Answer {
  text: string;
  isError: boolean;
  images: number;
}

async function callTool(tools: Tools, name: string, args: JsonObject): Promise<Answer> {
  const call = { type: "tool-call" as const, id: "1", name, args };
  const reply = { message: { role: "assistant", content: [call] } } as unknown as Reply;
  const running = tools.handler.dispatch({
    call: toolCallsOf(reply.message)[0]!,
    reply,
    turn: 1,
    signal: new AbortController().signal,
  });
  let step = await running.next();
  while (!step.done) step = await running.next();
  const { data, isError = false } = step.value as StepOutcome;
  if (typeof data === "string") return { text: data, isError, images: 0 };
  const blocks = data as { type: string; text?: string }[];
  return {
    text: blocks.flatMap((block) => block.text ?? []).join("\n"),
    isError,
    images: blocks.filter(({ type }) => type === "image").length,
  };
}

it("walks from a run without a tab to a page, its controls, what they change, and the next page", async () => {
  const { web } = await webTools();
  expect((await web("web_scan")).text).toMatch(
    /^\[untrusted\]\nThis run has no tab yet\. .*ga\.open[^\n]*\n {2}t1 about:blank$/,
  );
  const opened = await web("web_execute_js", { script: `ga.open("${origin}/")` });
  expect(opened.text).toContain(`navigated to Shop · ${origin}/`);
  const scan = await web("web_scan");
  expect(scan.text).toContain(`tab t1 Shop · ${origin}/\n\n# Boots\n[1 Buy]`);
  expect(scan.text).toContain("(↑ takes files: web_execute_js ga.upload('e7', path))");

  const bought = await web("web_execute_js", { script: "$('e1').click(); 'clicked'" });
  expect(bought.text).toBe("[untrusted]\nclicked\nchanged:\n+ in the cart\n- not yet");
  expect((await web("web_execute_js", { script: "ga.click('e2')" })).text).toContain(
    'confirm "Sure?" was dismissed',
  );
  const sure = await web("web_execute_js", { script: "ga.dialogs('accept')\nga.click('e2')" });
  expect(sure.text).toContain('confirm "Sure?" was accepted');
  expect(sure.text).toContain("+ deleted");
  expect((await web("web_execute_js", { script: "ga.click('e3')" })).text).toContain("~ Saved at once");
  expect(
    (await web("web_execute_js", { script: "ga.type('e6', 'Ada')\nga.press('Tab')\n$('e6').value" })).text,
  ).toContain("\nAda");
  const tab = await web("web_execute_js", { script: "ga.click('e5')" });
  // A slow page has no title yet.
  expect(tab.text).toMatch(new RegExp(`new tab t2 (Two · )?${origin}/two`));
  expect((await web("web_scan", { switch_tab_id: "t2" })).text).toContain("other tab t1 Shop");
  expect(
    (await web("web_execute_js", { script: "document.title", switch_tab_id: "t1", no_monitor: true })).text,
  ).toBe("[untrusted]\nShop");
  expect((await web("web_execute_js", { script: "ga.click('e4')" })).text).toContain(
    `navigated to Two · ${origin}/two`,
  );
  expect((await web("web_scan", { tabs_only: true })).text).toMatch(/→ t1 Two.*\n• t2 Two/);
});

it("answers what cannot be done, and works on", async () => {
  const { web, browser, dataHome } = await webTools();
  await web("web_execute_js", { script: `location.href = "${origin}/"` });
  for (const [args, message] of [
    [{ script: "missing.field" }, /missing is not defined/],
    [{ script: "ga.click('e99')" }, /e99 is not on the page now/],
    [{ script: "ga.fly('e1')" }, /no ga\.fly\. There are click, /],
    [{ script: "if (true) {\n  await ga.click('e1');\n}" }, /on lines of their own/],
    [{ script: "ga.click(name)" }, /on lines of their own/],
    [{ script: " " }, /script is empty/],
    [{ script: "1", switch_tab_id: "t99" }, /no tab t99/],
    [{ script: "1", save_to_file: "../outside.txt" }, /outside/],
  ] as [JsonObject, RegExp][]) {
    const answer = await web("web_execute_js", args);
    expect(answer.isError, answer.text).toBe(true);
    expect(answer.text).toMatch(message);
  }
  expect((await web("web_scan", { region: "e99" })).text).toContain("e99");
  const owner = await profileOwner(join(dataHome, "browser", "profile"));
  process.kill(owner!.pid, "SIGKILL");
  await new Promise((done) => setTimeout(done, 500));
  expect((await web("web_execute_js", { script: "1 + 1" })).text).toContain("2");
  await browser!.close();
  expect(await profileOwner(join(dataHome, "browser", "profile"))).toBeUndefined();
});

it("keeps its limits: a page within 8 000 tokens, a text in 10 000 characters, a result in 8 000 with the whole in a file", async () => {
  const { web, dataHome } = await webTools();
  await web("web_execute_js", { script: `ga.open("${origin}/long")`, no_monitor: true });
  const { text } = await web("web_scan");
  expect(countTokens(text)).toBeLessThanOrEqual(8_100);
  const [, left, handle] = /\(… (\d+) lines?, .*\[(\d+) expand\]\)/.exec(text)!;
  expect(text.match(/Line number/g)!.length + Number(left)).toBeGreaterThanOrEqual(2_900);
  expect((await web("web_scan", { region: `e${handle}` })).text).toContain("Line number");
  expect((await web("web_scan", { text_only: true })).text.length).toBeLessThanOrEqual(10_200);
  const long = await web("web_execute_js", { script: "'x'.repeat(100_000)", no_monitor: true });
  expect(long.text.length).toBeLessThanOrEqual(8_020);
  const path = /all of it: (.*)\]$/.exec(long.text)![1]!;
  expect(readFileSync(path, "utf8")).toHaveLength(100_000);
  const saved = await web("web_execute_js", {
    script: "'x'.repeat(100_000)",
    save_to_file: "out.txt",
    no_monitor: true,
  });
  expect(saved.text).toContain("Saved the result, 100000 bytes");
  expect(readFileSync(join(dataHome, "out.txt"), "utf8")).toHaveLength(100_000);
});

it("shows pictures to the model, and saves them and PDFs", async () => {
  const { web, dataHome } = await webTools();
  await web("web_execute_js", { script: `ga.open("${origin}/")`, no_monitor: true });
  expect(await web("web_execute_js", { script: "ga.screenshot()", no_monitor: true })).toMatchObject({
    images: 1,
    isError: false,
  });
  await web("web_execute_js", { script: "ga.screenshot('h1')", save_to_file: "h1.png", no_monitor: true });
  expect(readFileSync(join(dataHome, "h1.png")).subarray(1, 4).toString()).toBe("PNG");
  await web("web_execute_js", { script: "ga.pdf()", save_to_file: "page.pdf", no_monitor: true });
  expect(readFileSync(join(dataHome, "page.pdf")).subarray(0, 5).toString()).toBe("%PDF-");
  await web("web_execute_js", { script: "ga.upload('input[type=file]', 'h1.png')" });
  expect((await web("web_scan")).text).toContain("h1.png");
});

it("two runs on one profile work side by side", async () => {
  const profile = join(tempDir(), "profile");
  const [one, two] = [await webTools({ profile }), await webTools({ profile })];
  await one.web("web_execute_js", { script: `ga.open("${origin}/")` });
  await two.web("web_execute_js", { script: `ga.newTab("${origin}/two")` });
  expect((await one.web("web_execute_js", { script: "document.title", no_monitor: true })).text).toContain(
    "Shop",
  );
  expect((await two.web("web_execute_js", { script: "document.title", no_monitor: true })).text).toContain(
    "Two",
  );
  await two.browser!.close();
  expect((await one.web("web_execute_js", { script: "document.title", no_monitor: true })).text).toContain(
    "Shop",
  );
});

it("offers the web tools only where there is a browser and it is wanted, in few tokens", async () => {
  const place = { dataHome: tempDir(), cwd: tempDir() };
  expect(await findAgentBrowser({ ...place, env: { PATH: "" } })).toBeUndefined();
  expect(await findAgentBrowser({ ...place, env: process.env, config: { mode: "off" } })).toBeUndefined();
  const { tools } = await webTools();
  expect(tools.specs.map(({ name }) => name)).toEqual(expect.arrayContaining(["web_scan", "web_execute_js"]));
  const web = tools.specs.filter(({ name }) => name.startsWith("web_"));
  expect(countTokens(JSON.stringify(web))).toBeLessThanOrEqual(185);
  expect(countTokens(JSON.stringify(tools.specs))).toBeLessThanOrEqual(635);
  const without = createTools({ cwd: place.cwd, sandbox: noSandbox });
  expect(without.specs.some(({ name }) => name.startsWith("web_"))).toBe(false);
});
