import { execFileSync, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { runReadmeExample } from "../../../scripts/readme-example.mjs";
import * as surface from "../src/index.js";

const packageDir = fileURLToPath(new URL("..", import.meta.url));

it("exports exactly these values", () => {
  expect(Object.keys(surface).sort()).toEqual([
    "PASSES",
    "ScanError",
    "elementOf",
    "estimateTokens",
    "joinFrames",
    "pageScript",
    "scanPage",
    "simplify",
  ]);
});

it("the page script is one self-contained script", () => {
  expect(surface.pageScript).not.toMatch(/\b(import|require)\s*\(|^import /m);
  expect(() => new Function(surface.pageScript)).not.toThrow();
});

it("runs the README example as it stands", () => {
  const { status, stdout, stderr } = runReadmeExample(packageDir);
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(stdout).toContain("[1 Home]");
});

const cli = fileURLToPath(new URL("../dist/cli.js", import.meta.url));

it("the command prints the view of a file or of standard input", () => {
  const input = "<h1>Title</h1><p hidden>x</p><button>Go</button>";
  const { stdout, stderr } = spawnSync(process.execPath, [cli, "-", "--report"], { input, encoding: "utf8" });
  expect(stdout).toBe("# Title\n[1 Go]\n");
  expect(stderr).toBe("hidden: hidden: body > p\n");
  const file = fileURLToPath(new URL("fixtures/tables/source.html", import.meta.url));
  expect(execFileSync(process.execPath, [cli, file, "--form", "text"], { encoding: "utf8" })).toContain(
    "Apple | 3 | Order",
  );
});

it("the command says what is wrong", () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [cli, ...args], { encoding: "utf8", input: "<p>x" });
  expect(run()).toMatchObject({ status: 2, stderr: expect.stringContaining("Usage: simphtml FILE|-") });
  expect(run("nowhere.html")).toMatchObject({ status: 2, stderr: expect.stringContaining("no such file") });
  expect(run("-", "--budget", "many").stderr).toBe('simphtml: --budget wants a whole number, not "many".\n');
  expect(run("-", "--wrong").stderr).toContain("Unknown option '--wrong'");
});
