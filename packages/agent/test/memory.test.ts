import { existsSync, linkSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject, ToolResult } from "@genericagent/core-loop";
import { ScriptedSession, type SessionScript } from "@genericagent/llm/testing";
import { changesOf, checkMemory } from "@genericagent/memory";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.js";
import { tempDir } from "./temp-dir.js";

const SHOW_PORT = { name: "code_run", args: { type: "bash", script: "cat proxy.conf" } };
const FACT = "- The proxy listens on port 6789 (proxy.conf)\n";
const FACTS = "memory/global_mem.txt";

/** Runs calls, one a turn, in a folder with a file to learn from; gives their results. */
async function runCalls(
  calls: { name: string; args: JsonObject }[],
  options: { sandbox?: "none"; prepare?: (home: string, cwd: string) => void } = {},
) {
  const cwd = tempDir();
  const dataHome = join(cwd, ".genericagent");
  writeFileSync(join(cwd, "proxy.conf"), "proxy listens on port 6789\n");
  const script: SessionScript = [...calls.map((call) => ({ toolCalls: [call] })), { text: "done" }];
  const session = new ScriptedSession(script);
  const first = createAgent({
    cwd,
    dataHome,
    permissions: "full",
    createSession: () => new ScriptedSession([]),
  });
  await first.open();
  await first.close();
  if (options.sandbox)
    writeFileSync(join(dataHome, "config.json"), JSON.stringify({ sandbox: options.sandbox }));
  options.prepare?.(dataHome, cwd);
  const agent = createAgent({ cwd, dataHome, permissions: "full", createSession: () => session });
  const { memory } = await agent.open();
  const results: ToolResult[] = [];
  const notices: string[] = [];
  for await (const event of agent.run("learn")) {
    if (event.type === "tool-end") results.push(event.result);
    if (event.type === "notice" && event.code === "memory-outside") notices.push(event.message);
  }
  await agent.close();
  return {
    dataHome,
    cwd,
    memory,
    results,
    notices,
    texts: results.map((result) => JSON.stringify(result.content)),
  };
}

const append = (content: string, path = `.genericagent/${FACTS}`) => ({
  name: "file_write",
  args: { path, content, mode: "append" },
});

describe("the memory's door, from a run", () => {
  it("finds the call that proves a fact, and keeps its receipt", async () => {
    const { memory, results, dataHome } = await runCalls([SHOW_PORT, append(`## [NETWORK]\n${FACT}`)]);
    expect(results.map(({ isError }) => Boolean(isError))).toEqual([false, false]);
    expect(readFileSync(join(dataHome, FACTS), "utf8")).toContain("6789");
    expect((await changesOf(memory)).at(-1)).toMatchObject({
      by: "file_write",
      receipts: [{ call: expect.any(String) }],
    });
    expect(await checkMemory(memory)).toMatchObject({ problems: [], unproven: [], facts: 1 });
    expect(await memory.promptIndex()).toContain("NETWORK");
  });

  it.each([
    ["nothing was run", [append(`## [NETWORK]\n${FACT}`)]],
    ["another value was shown", [SHOW_PORT, append("## [NETWORK]\n- The proxy listens on port 9999\n")]],
    [
      "the call failed",
      [
        { name: "code_run", args: { type: "bash", script: "cat proxy.conf; exit 1" } },
        append(`## [N]\n${FACT}`),
      ],
    ],
    [
      "the model printed it itself",
      [
        {
          name: "code_run",
          args: { type: "bash", script: "echo 'The proxy listens on port 6789 (proxy.conf)'" },
        },
        append(`## [N]\n${FACT}`),
      ],
    ],
    [
      "it only noted it down",
      [{ name: "update_working_checkpoint", args: { key_info: FACT } }, append(`## [N]\n${FACT}`)],
    ],
    [
      "it wrote it to a file before",
      [{ name: "file_write", args: { path: "a.txt", content: FACT } }, append(`## [N]\n${FACT}`)],
    ],
  ])("refuses a fact when %s", async (_, calls) => {
    const { texts, dataHome } = await runCalls(calls);
    expect(texts.at(-1)).toContain("no execution, no memory");
    expect(existsSync(join(dataHome, FACTS))).toBe(false);
  });

  it("H4: what is known is not stored again, and what was read from memory proves nothing", async () => {
    const known = await runCalls([SHOW_PORT, append(`## [NETWORK]\n${FACT}`), append(FACT)]);
    expect(known.texts[2]).toContain("is known already");

    const recalls = [
      { name: "file_read", args: { path: `.genericagent/${FACTS}` } },
      { name: "code_run", args: { type: "bash", script: `cat .genericagent/${FACTS}` } },
    ];
    const prepare = (home: string) => writeFileSync(join(home, FACTS), `## [NETWORK]\n${FACT}`);
    const again = append("- Somewhere in proxy.conf there is a port 6789 for the proxy\n");
    const { texts } = await runCalls([...recalls, again], { prepare });
    expect(texts[1]).toContain("6789");
    expect(texts[2]).toContain("no execution, no memory");
  });

  it("tells once what was changed behind the door, and counts what is read", async () => {
    const read = { name: "file_read", args: { path: ".genericagent/memory/moon_sop.md" } };
    const { notices, dataHome } = await runCalls([read, read], {
      prepare: (home) => writeFileSync(join(home, "memory/moon_sop.md"), "# Moon\n"),
    });
    expect(notices).toEqual([expect.stringContaining("kept as unproven: moon_sop.md (new)")]);
    expect(JSON.parse(readFileSync(join(dataHome, "memory/.ga/usage.json"), "utf8"))).toEqual({
      moon_sop: 2,
    });
  });

  it("lets no tool write the journals, the host's own files or the rules", async () => {
    const paths = [
      "L4_raw_sessions/x.jsonl",
      ".ga/changes.jsonl",
      "memory_management_sop.md",
      "skills/a/account.json",
      "Global_Mem_Insight.txt",
    ];
    const { texts } = await runCalls([
      SHOW_PORT,
      ...paths.map((path) => append("x\n", `.genericagent/memory/${path}`)),
    ]);
    for (const text of texts.slice(1)) expect(text).toContain("Not written");
  });

  it("puts back what a command without a wall changed, and says so", async () => {
    const script = `echo "- the moon is cheese" >> .genericagent/${FACTS}; echo x > .genericagent/memory/moon_sop.md; rm .genericagent/memory/memory_management_sop.md`;
    const { texts, memory, dataHome } = await runCalls(
      [{ name: "code_run", args: { type: "bash", script } }],
      { sandbox: "none" },
    );
    expect(texts[0]).toContain("memory: the command changed");
    expect(existsSync(join(dataHome, FACTS))).toBe(false);
    expect(existsSync(join(dataHome, "memory/moon_sop.md"))).toBe(false);
    expect(existsSync(join(dataHome, "memory/memory_management_sop.md"))).toBe(true);
    expect(await checkMemory(memory)).toMatchObject({ problems: [], unproven: [] });
  });

  it("keeps commands out behind a wall, through hard links and symbolic links too", async () => {
    const script = `echo x >> hard.txt; echo y >> soft.txt; echo z >> .genericagent/memory/global_mem_insight.txt; true`;
    const { texts, dataHome, memory } = await runCalls(
      [{ name: "code_run", args: { type: "bash", script } }],
      {
        prepare: (home, cwd) => {
          linkSync(join(home, "memory/global_mem_insight.txt"), join(cwd, "hard.txt"));
          symlinkSync(join(home, "memory/global_mem_insight.txt"), join(cwd, "soft.txt"));
        },
      },
    );
    expect(texts[0]).toContain("Read-only file system");
    expect(readFileSync(join(dataHome, "memory/global_mem_insight.txt"), "utf8")).not.toMatch(/^[xyz]$/m);
    expect(await checkMemory(memory)).toMatchObject({ problems: [] });
  });
});
