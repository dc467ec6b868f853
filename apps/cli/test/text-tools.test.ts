import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { model, place, runGa } from "./run-ga.js";

const written = (name: string, args: object) =>
  `I do it.\n<tool_use>\n${JSON.stringify({ name, arguments: args })}\n</tool_use>`;

/** A place whose config knows one more provider. */
function placeWith(provider: object, env: NodeJS.ProcessEnv) {
  const where = place(env);
  mkdirSync(where.dataHome);
  writeFileSync(
    join(where.dataHome, "config.json"),
    JSON.stringify({ language: "en", providers: { plain: provider } }),
  );
  return where;
}

describe('ga run, with "tools": "text" in config.json', () => {
  it.for(["openai-chat", "anthropic"] as const)(
    "works with a model that only writes, over %s",
    async (wire) => {
      const { server, env } = await model([
        { text: written("file_write", { path: "hello.txt", content: "hello\n" }) },
        { text: written("code_run", { type: "javascript", script: "console.log(6 * 7)" }) },
        { text: "It is 42." },
      ]);
      const where = placeWith({ wire, baseUrl: server.baseUrl(wire), tools: "text" }, env);
      const { code, stdout, events, stderr } = await runGa(
        ["run", "--model", "plain/m", "--json", "write and compute"],
        where,
      );
      expect(stderr).toBe("");
      expect(code).toBe(0);
      expect(readFileSync(join(where.cwd, "hello.txt"), "utf8")).toBe("hello\n");
      expect(events.at(-1)).toMatchObject({ type: "run-end", reason: "done", text: "It is 42.", turns: 3 });
      const shown = events.filter(({ type }) => type === "text-delta").map(({ text }) => text);
      expect(shown.join("")).not.toMatch(/tool_use/);
      expect(stdout).not.toMatch(/invalidArgs/);
      const [first, , third] = server.requests.map(({ body }) => body);
      expect(first).not.toHaveProperty("tools");
      expect(JSON.stringify(first)).toMatch(/<tool_use>.*file_write/s);
      expect(JSON.stringify(third)).toMatch(/<tool_result name=\\"code_run\\".*42/s);
      server.assertDone();
    },
  );

  it("says where the config is wrong, and what is expected there", async () => {
    const { server, env } = await model([]);
    const where = placeWith({ baseUrl: server.baseUrl("openai-chat"), tools: "xml" }, env);
    const { code, stderr } = await runGa(["run", "--model", "plain/m", "hi"], where);
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/config\.json is not valid at "providers\.plain\.tools": .*"native".*"text"/);
  });
});
