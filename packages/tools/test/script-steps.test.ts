import { expect, it } from "vitest";
import { type BrowserPort, createTools, noSandbox, scriptSteps } from "../src/index.js";
import { temporaryFolder } from "./tool-bench.js";

const act = (name: string, ...args: unknown[]) => ({ kind: "act", name, args });
const script = (text: string) => ({ kind: "script", script: text });

it("takes ga lines out of a script, in order", () => {
  expect(
    scriptSteps(
      "const a = 1;\nawait ga.click('e1'); // the button\nga.type(\"e2\", 'it\\'s; \\u00e9\\n', { clear: true });\na + 1",
    ),
  ).toEqual([
    ...[
      script("const a = 1;"),
      act("click", "e1"),
      act("type", "e2", "it's; é\n", { clear: true }),
      script("a + 1"),
    ],
  ]);
  expect(scriptSteps("ga.press('Enter'); ga.scroll(-300.5, 'e3'); ga.screenshot()")).toEqual([
    ...[act("press", "Enter"), act("scroll", -300.5, "e3"), act("screenshot")],
  ]);
  expect(scriptSteps("saga.click(1)\nconst x = `a\nb`")).toEqual([script("saga.click(1)\nconst x = `a\nb`")]);
  expect(scriptSteps(" \n ")).toEqual([]);
});

it("runs nothing where a ga line stands inside other code or takes what is no plain value", () => {
  for (const bad of [
    "if (x) {\nga.click('e1')\n}",
    "ga.click(name)",
    "x = await ga.click('e1')",
    `ga.click(\`\${x}\`)`,
    "[1].map(() => ga.click('e1'))",
  ])
    expect(() => scriptSteps(bad), bad).toThrow(/on lines of their own/);
});

it("the schema of the web tools stays small", () => {
  const browser = { tabs: async () => [] } as unknown as BrowserPort;
  const { specs } = createTools({ cwd: temporaryFolder(), sandbox: noSandbox, browser });
  const web = specs.filter(({ name }) => name.startsWith("web_"));
  expect(web.map(({ name }) => name)).toEqual(["web_scan", "web_execute_js"]);
  // About 180 tokens; the exact count is held in packages/agent.
  expect(JSON.stringify(web).length).toBeLessThan(800);
});

it("the web tools need a browser port", () => {
  const names = createTools({ cwd: temporaryFolder(), sandbox: noSandbox }).specs.map(({ name }) => name);
  expect(names).not.toContain("web_scan");
});
