import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import * as repair from "../src/repair/index.js";

const packageDir = fileURLToPath(new URL("..", import.meta.url));

describe("@genericagent/llm/repair", () => {
  it("exports one function", () => {
    expect(Object.keys(repair)).toEqual(["repairHistory"]);
  });

  it("loads neither an SDK nor a module of Node, and repairs", () => {
    const hooks = `import { writeSync } from "node:fs";
      export const load = (url, context, next) => (writeSync(2, url + "\\n"), next(url, context));`;
    const script = `import { register } from "node:module";
      register("data:text/javascript," + encodeURIComponent(${JSON.stringify(hooks)}));
      const { repairHistory } = await import("@genericagent/llm/repair");
      console.log(repairHistory([{ role: "user", content: "Hi" }], "anthropic").changes[0].code);`;
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      cwd: packageDir,
      encoding: "utf8",
    });
    const loaded = stderr.trim().split("\n");
    expect(stdout).toBe("content-wrapped\n");
    expect(loaded[0]).toMatch(/llm\/dist\/repair\/index\.js$/);
    for (const url of loaded) expect(url).toMatch(/llm\/dist\/(repair\/index|chunk-\w+)\.js$/);
    const sources = loaded.map((url) => readFileSync(fileURLToPath(url), "utf8")).join("");
    expect(sources).not.toMatch(/x-stainless|node:/i);
  });
});
