import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { model, place, runGa } from "./run-ga.js";

interface Left {
  pid: number;
  command: string;
  ports: number[];
}

it("lists what a session left running, and ends it", async () => {
  const server =
    "require('http').createServer().listen(0, '127.0.0.1', () => setTimeout(() => process.exit(), 60000))";
  const script = `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(server)}], { stdio: "ignore" }).unref()`;
  const { env } = await model([
    { toolCalls: [{ name: "code_run", args: { type: "javascript", script } }] },
    { text: "It is running." },
  ]);
  const where = place(env);
  mkdirSync(where.dataHome);
  writeFileSync(join(where.dataHome, "config.json"), '{"sandbox":"none"}');
  expect((await runGa(["ps"], where)).stdout).toBe("No session left anything running.\n");
  expect(await runGa(["run", "--model", "openai/m", "serve"], where)).toMatchObject({ code: 0 });

  const [left, ...more] = (await runGa(["ps", "--json"], where)).events.flat() as unknown as Left[];
  expect(more).toEqual([]);
  expect(left?.command).toContain("createServer");

  expect(await runGa(["ps", "--end", "1"], where)).toMatchObject({ code: 1 });
  expect(await runGa(["ps", "--end", "x"], where)).toMatchObject({ code: 2 });
  expect((await runGa(["ps", "--end", String(left!.pid)], where)).stdout).toContain(String(left!.pid));
  expect((await runGa(["ps"], where)).stdout).toBe("No session left anything running.\n");
});
