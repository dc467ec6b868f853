import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { model, place, runGa } from "./run-ga.js";

// Each command starts a browser, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

/** A page that knows who has been there before. */
async function serve(): Promise<string> {
  const server = createServer((request, response) => {
    const seen = request.headers.cookie?.includes("login=ada") ?? false;
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.setHeader("set-cookie", "login=ada; Max-Age=86400; HttpOnly");
    response.end(
      `<title>Orders</title><h1>${seen ? "Welcome back, Ada" : "Please log in"}</h1><button onclick="this.textContent = 'Paid'">Pay</button><p hidden>Secret</p>`,
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const json = (stdout: string) => JSON.parse(stdout) as Record<string, unknown>;

it("ga browser setup shows browsers and the ways in; tabs says what to do where none runs", async () => {
  const where = place();
  const { code, stdout } = await runGa(["browser", "setup"], where);
  expect(code).toBe(0);
  expect(stdout).toMatch(/✓ .* at .*\n✓ mode launch, profile .*browser.profile/);
  expect(stdout).toContain("ga browser open https://your.site");
  expect(json((await runGa(["browser", "setup", "--json"], where)).stdout)).toMatchObject({ mode: "launch" });
  const tabs = await runGa(["browser", "tabs"], where);
  expect(tabs).toMatchObject({ code: 1, stderr: expect.stringContaining("Start it: ga browser open") });
});

it("ga browser open, then scan: the login stays in the profile; js runs in a page", async () => {
  const where = place();
  const url = await serve();
  const opened = await runGa(["browser", "open", url, "--json"], where);
  expect(json(opened.stdout)).toEqual({ title: "Orders", url });
  const { code, stdout } = await runGa(["browser", "scan", url], where);
  expect(code).toBe(0);
  expect(stdout).toContain("# Welcome back, Ada\n[1 Pay]\n");
  const scan = json((await runGa(["browser", "scan", url, "--json", "--text", "--keep", "p"], where)).stdout);
  expect(scan).toMatchObject({ form: "text", text: "Welcome back, Ada\nPay\nSecret" });
  const script = "await Promise.resolve(); ({ title: document.title, n: 2 })";
  expect(json((await runGa(["browser", "js", script, "--url", url, "--json"], where)).stdout)).toEqual({
    value: { title: "Orders", n: 2 },
  });
  const failed = await runGa(["browser", "js", "missing.field", "--url", url], where);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining("missing is not defined") });
});

it("ga browser scan --html writes one file with picture, view and removals", async () => {
  const where = place();
  const file = join(where.cwd, "report.html");
  const { code } = await runGa(["browser", "scan", await serve(), "--html", file], where);
  expect(code).toBe(0);
  const html = readFileSync(file, "utf8");
  expect(html).toMatch(/src="data:image\/jpeg;base64,\/9j\//);
  expect(html).toContain('<span class="control"><i>1</i> Pay</span>');
  expect(html).toMatch(/<span class="pass">hidden<\/span>.*<b>1<\/b>/);
  expect(html).not.toMatch(/(?:src|href)="https?:/);
});

it("ga run: the model sees the page, acts on it, and is told what changed", async () => {
  const url = await serve();
  const call = (name: string, args: object) => ({ toolCalls: [{ name, args }] });
  const { server, env } = await model([
    call("web_execute_js", { script: `ga.open("${url}")` }),
    call("web_scan", {}),
    call("web_execute_js", { script: "ga.click('e1')" }),
    { text: "Paid." },
  ] as never);
  const { code } = await runGa(
    ["run", "--permissions", "full", "--model", "openai/gpt-test", "Pay the order"],
    place(env),
  );
  expect(code).toBe(0);
  const asked = server.requests.map(({ body }) => JSON.stringify(body));
  expect(asked[0]).toContain('"web_scan"');
  expect(asked[1]).toContain(`navigated to Orders · ${url}`);
  expect(asked[2]).toContain("[1 Pay]");
  expect(asked[3]).toMatch(/\[untrusted\]\\ndone\\nchanged:\\n\+ \[1 Paid\]\\n- \[1 Pay\]/);
});
