import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type ModelServerOptions, startModelServer } from "@genericagent/llm/testing";
import { expect, it, onTestFinished } from "vitest";

const execute = promisify(execFile);

async function run(name: string, args: string[], script: ModelServerOptions["script"], model = "any") {
  const server = await startModelServer({ script });
  onTestFinished(() => server.close());
  const home = mkdtempSync(join(tmpdir(), "ga-example-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const { PATH, SystemRoot, TEMP } = process.env;
  const { stdout } = await execute(
    process.execPath,
    [fileURLToPath(new URL(`../${name}`, import.meta.url)), ...args],
    {
      timeout: 120_000,
      env: {
        ...{ PATH, SystemRoot, TEMP, HOME: home, GA_HOME: home, MODEL: model },
        ...{ OPENAI_API_KEY: "sk-test-0123456789", OPENAI_BASE_URL: server.baseUrl("openai-chat") },
      },
    },
  );
  return { stdout, requests: server.requests };
}

function folder(files: Record<string, string>): string {
  const dir = mkdtempSync(join(tmpdir(), "ga-example-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  return dir;
}

it("sessions-alone keeps the conversation and survives a busy server", async () => {
  const { stdout, requests } = await run(
    "sessions-alone.mjs",
    [],
    [{ text: "Paris." }, { status: 503, body: "busy" }, { text: "About two million." }],
  );
  expect(stdout).toContain("Paris.\n");
  expect(stdout).toContain("[overloaded: again in");
  expect(stdout).toContain("About two million.\n4 messages, 10 tokens in");
  expect(JSON.stringify(requests[2]!.body)).toContain("capital of France");
});

it("simphtml-alone makes a page small", async () => {
  const page = join(
    folder({
      "page.html": `<h1>Boots</h1><a href="/">Home</a><p hidden>no</p><p class="keep" hidden>yes</p>`,
    }),
    "page.html",
  );
  const { stdout } = await run("simphtml-alone.mjs", [page], []);
  expect(stdout).toContain("# Boots\n[1 Home]");
  expect(stdout).toContain("yes");
  expect(stdout).not.toMatch(/^no$/m);
});

it("memory-beside-another-sdk keeps what a call proved, and finds the skill the next time", async () => {
  const dir = join(folder({}), "memory");
  const { stdout, requests } = await run(
    "memory-beside-another-sdk.mjs",
    [dir],
    [{ text: "node -p process.platform" }, { text: "node -p process.platform" }],
  );
  expect(stdout).toContain("[no skill fits]\nnode -p process.platform → ");
  expect(stdout).toContain("without a receipt: memory-refused\n[skill node-platform]\n");
  expect(stdout.split("[skill node-platform]")[1]).toMatch(
    /MACHINE[\s\S]*node-platform|node-platform[\s\S]*MACHINE/,
  );
  expect(readFileSync(join(dir, "global_mem.txt"), "utf8")).toContain(`Node.js runs on ${process.platform}`);
  expect(JSON.stringify(requests[0]!.body)).not.toContain("node-platform");
  expect(JSON.stringify(requests[1]!.body)).toContain("Run `node -p process.platform`.");
});

it("map-files counts twenty files by twenty sub-agents and adds up what they found", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [`f${n}.txt`, "word ".repeat(n + 1)]),
  );
  const { stdout, requests } = await run(
    "map-files.mjs",
    [folder(files)],
    ({ body }) => {
      const said = JSON.stringify(body);
      if (said.includes("Add the numbers up")) {
        const numbers = [...said.matchAll(/<result index=[^>]*>\\n(\d+)\\n/g)].map(([, number]) =>
          Number(number),
        );
        return { text: String(numbers.reduce((sum, number) => sum + number, 0)) };
      }
      const read = /"role":"tool"/.test(said);
      const file = /Read (f\d+\.txt)/.exec(said)![1]!;
      if (!read) return { toolCalls: [{ name: "file_read", args: { path: file } }] };
      const content =
        JSON.stringify((body.messages as unknown[]).at(-2) ?? "") +
        JSON.stringify((body.messages as unknown[]).at(-1));
      return { text: String(content.match(/\bword\b/g)?.length ?? 0) };
    },
    "openai/any",
  );
  expect(stdout).toContain("f0.txt: 1\n");
  expect(stdout).toContain("f19.txt: 20\n");
  expect(stdout).toContain("together: 210\n");
  expect(requests).toHaveLength(41);
});
