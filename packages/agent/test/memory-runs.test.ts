import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type LoopEvent, type LoopResult, textOf } from "@genericagent/core-loop";
import { ScriptedSession, type SessionScript } from "@genericagent/llm/testing";
import { loadSkills, readAccount, skillAccount, updateHistory } from "@genericagent/memory";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type AgentOptions, createAgent, findTasks } from "../src/index.js";
import { tempDir } from "./temp-dir.js";

const script = (file: string, target: string, more = "") => `const fs = require("node:fs");
const rows = fs.readFileSync("${file}", "utf8").trim().split("\\n").slice(1);
const total = rows.reduce((sum, row) => sum + Number(row.split(",")[1]), 0);
${more}
fs.writeFileSync("${target}", JSON.stringify({ total }));
console.log(JSON.stringify({ rows: rows.length, total }));`;
const run = (code: string) => ({
  toolCalls: [{ name: "code_run", args: { type: "javascript", script: code } }],
});
const usage = { inputTokens: 1000, outputTokens: 100 };

/** A model that works the task out the long way, unless its first message shows a call that does it. */
const model: SessionScript = ({ messages }) => {
  const first = textOf(messages.find(({ role }) => role === "user")!);
  const [, task = "", target = ""] = /(data\/\w+\.csv) and write (\w+\.json)/.exec(first) ?? [];
  const results = messages.flatMap(({ content }) => content.filter(({ type }) => type === "tool-result"));
  const offered = /call code_run (\{.*?\}\}): it/.exec(first)?.[1];
  if (offered && results.length === 0)
    return { toolCalls: [{ name: "code_run", args: JSON.parse(offered) }], usage };
  if (offered && !JSON.stringify(results).includes("failed")) return { text: "The skill did it.", usage };
  const step = results.length;
  if (step === 0) return { toolCalls: [{ name: "file_read", args: { path: task } }], usage };
  if (step === 1) return { ...run(script(task, target)), usage };
  const { total, rows } = JSON.parse(
    /\{\\?"rows.*?\}/.exec(JSON.stringify(results.at(-1)))![0].replaceAll("\\", ""),
  );
  return { text: `${target} holds the total ${total} of ${rows} rows.`, usage };
};

interface Done {
  events: LoopEvent[];
  result: LoopResult;
  requests: ScriptedSession["requests"];
  notices: string[];
}

async function runTask(
  dir: string,
  task: string,
  options: AgentOptions & { script?: SessionScript } = {},
): Promise<Done> {
  const session = new ScriptedSession(options.script ?? model);
  const agent = createAgent({
    cwd: dir,
    dataHome: join(dir, ".genericagent"),
    permissions: "full",
    createSession: () => session,
    ...options,
  });
  const events: LoopEvent[] = [];
  const running = agent.run(task);
  let next = await running.next();
  for (; !next.done; next = await running.next()) events.push(next.value);
  await agent.close();
  const notices = events.flatMap((event) => (event.type === "notice" ? [event.code] : []));
  return { events, result: next.value, requests: session.requests, notices };
}

function workspace(): string {
  const dir = tempDir();
  mkdirSync(join(dir, "data"));
  for (const [index, name] of ["jan", "feb", "mar"].entries())
    writeFileSync(join(dir, `data/${name}.csv`), `name,price\na,${index + 1}\nb,20\n`);
  return dir;
}
const task = (name: string) => `Add up data/${name}.csv and write ${name}.json`;
const memoryOf = (dir: string) => join(dir, ".genericagent", "memory");

describe("evolution", () => {
  it("learns in the first run, recalls by SOP in the second, and needs no model in the third", async () => {
    const dir = workspace();
    const first = await runTask(dir, task("jan"));
    expect(first.requests).toHaveLength(3);
    expect(first.notices).toContain("skill-learnt");

    const second = await runTask(dir, task("feb"));
    expect(second.requests).toHaveLength(2);
    expect(JSON.parse(readFileSync(join(dir, "feb.json"), "utf8"))).toEqual({ total: 22 });
    expect(second.notices).toContain("skill-promoted");

    const third = await runTask(dir, task("mar"));
    expect(third.requests).toHaveLength(0);
    expect(third.result).toMatchObject({
      reason: "done",
      turns: 0,
      text: "mar.json holds the total 23 of 2 rows.",
    });
    expect(JSON.parse(readFileSync(join(dir, "mar.json"), "utf8"))).toEqual({ total: 23 });

    const [skill] = (await loadSkills(memoryOf(dir))).skills;
    const uses = await findTasks(join(dir, ".genericagent"), { skill: skill!.name });
    expect(uses.map((use) => use.task)).toEqual([task("mar"), task("feb")]);
    const account = skillAccount(skill!.name, await readAccount(memoryOf(dir)));
    expect(account).toMatchObject({ runs: 2, successes: 2, hostRuns: 1, breakEven: 2, learnTokens: 3300 });
    expect(account.rounds.map(({ requests }) => requests)).toEqual([3, 2, 0]);
  });

  it("neither learns nor recalls without its memory, and without a browser offers no web tools", async () => {
    const dir = workspace();
    const options = { memory: false, browser: { mode: "off" } } as const;
    for (const name of ["jan", "feb"]) {
      const { requests, notices } = await runTask(dir, task(name), options);
      expect(requests).toHaveLength(3);
      expect(notices.filter((code) => code !== "permission-decision")).toEqual([]);
      expect(requests[0]!.system).not.toContain("global_mem");
      const names = requests[0]!.tools.map((tool) => tool.name);
      expect(names).not.toContain("start_long_term_update");
      expect(names).not.toContain("web_scan");
    }
    expect((await loadSkills(memoryOf(dir))).skills).toEqual([]);
  });

  it("asks first with recall ask, leaves it to the model with off, and asks nobody where nobody is", async () => {
    const dir = workspace();
    for (const name of ["jan", "feb"]) await runTask(dir, task(name));
    expect((await runTask(dir, task("mar"), { recall: "off" })).requests).toHaveLength(2);
    expect((await runTask(dir, task("mar"), { recall: "ask" })).requests).toHaveLength(2);
    const asked: string[] = [];
    const askUser = async ({ question }: { question: string }) => `${asked.push(question) && "yes"}`;
    expect((await runTask(dir, task("mar"), { recall: "ask", askUser })).requests).toHaveLength(0);
    expect(asked[0]).toMatch(
      /^Skill .* can do this without a model \(input = data\/mar.csv, output = mar.json\)/,
    );
  });

  it("hands a failing recall to the model with what went wrong, notes it, and demotes what keeps failing", async () => {
    const dir = workspace();
    for (const name of ["jan", "feb"]) await runTask(dir, task(name));
    const stages: string[][] = [];
    for (let count = 0; count < 4; count++)
      stages.push(
        (await runTask(dir, task("gone"), { script: [{ text: "There is no such file." }] })).notices,
      );
    const failed = await runTask(dir, task("gone"), { script: [{ text: "no" }] });
    expect(stages.flat().filter((code) => code === "skill-demoted")).toHaveLength(1);
    const account = await readAccount(memoryOf(dir));
    expect(
      account.filter((line) => line.kind === "run" && line.by === "host" && !line.ok).length,
    ).toBeGreaterThan(1);
    expect(textOf(failed.requests[0]!.messages[0]!)).toContain("[skill ");
  });

  it("fills an open parameter by one small call where that pays, and leaves the task to the model where not", async () => {
    const dir = workspace();
    for (const name of ["jan", "feb"]) await runTask(dir, task(name));
    const words = "Add up data/mar.csv and write the total";
    const asked = await runTask(dir, words, {
      script: [{ text: '{"fits": true, "params": {"output": "total.json"}}', usage: { inputTokens: 150 } }],
    });
    expect(asked.result).toMatchObject({ reason: "done", turns: 0, usage: { inputTokens: 150 } });
    expect(JSON.parse(readFileSync(join(dir, "total.json"), "utf8"))).toEqual({ total: 23 });
    expect(asked.requests[0]).toMatchObject({ tools: [], messages: { length: 1 } });
    const last = (await readAccount(memoryOf(dir))).at(-1);
    expect(last).toMatchObject({ kind: "run", by: "host", ok: true, requests: 1 });
    for (const text of ['{"fits": false}', "I would say it fits.", "x".repeat(5_000)]) {
      const declined = await runTask(dir, words, { script: [{ text }, { text: "by the model" }] });
      expect(declined.result.text).toBe("by the model");
      expect((await readAccount(memoryOf(dir))).findLast(({ kind }) => kind === "asked")).toBeDefined();
    }
    const no = await runTask(dir, words, {
      ...{ recall: "ask", askUser: async () => "no" },
      script: [
        {
          text: '{"fits": true, "params": {"output": "total.json"}}',
          usage: { inputTokens: 150, outputTokens: 20 },
        },
        { text: "by the model", usage: { inputTokens: 1000, outputTokens: 100 } },
      ],
    });
    expect(no.result).toMatchObject({
      text: "by the model",
      usage: { inputTokens: 1150, outputTokens: 120 },
    });
    expect((await readAccount(memoryOf(dir))).at(-1)).toMatchObject({ kind: "asked", tokens: 170 });
    const off = await runTask(dir, words, { recall: "off", script: [{ text: "by the model" }] });
    expect(off.requests).toHaveLength(1);
  });

  it("retires what no session used for long, and brings it back when it is used by its name", async () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-01-01") });
    const dir = workspace();
    for (const name of ["jan", "feb"]) await runTask(dir, task(name));
    const [{ name = "" } = {}] = (await loadSkills(memoryOf(dir))).skills;
    const stage = async () => {
      const [skill] = (await loadSkills(memoryOf(dir))).skills;
      return skill!.retired ? "retired" : skill!.stage;
    };
    const say = { script: [{ text: "Hello." }] };
    const path = join(memoryOf(dir), "L4_raw_sessions", "history.tsv");
    const others = Array.from({ length: 50 }, (_, index) => ({
      ...{
        at: `2026-02-01T10:00:${String(index % 60).padStart(2, "0")}Z`,
        session: `s${index}`,
        task: "other",
      },
      ...{ outcome: "done", files: [], skills: [] },
    }));
    await updateHistory(path, new Set(), others.slice(0, 48));
    vi.setSystemTime(Date.parse("2026-06-01"));
    expect((await runTask(dir, "Say hello", say)).notices).not.toContain("skill-retired");
    await updateHistory(path, new Set(), others.slice(48));
    vi.setSystemTime(Date.parse("2026-02-28"));
    expect((await runTask(dir, "Say hello", say)).notices).not.toContain("skill-retired");
    vi.setSystemTime(Date.parse("2026-06-01"));
    expect((await runTask(dir, "Say hello", say)).notices).toContain("skill-retired");
    expect(await stage()).toBe("retired");
    const index = () => readFileSync(join(memoryOf(dir), "global_mem_insight.txt"), "utf8");
    expect(index()).not.toContain(name);
    expect((await runTask(dir, "Say hello", say)).notices).not.toContain("skill-retired");
    const again = await runTask(dir, task("mar"), {
      script: [
        {
          toolCalls: [
            {
              name: "code_run",
              args: { skill: name, params: { input: "data/mar.csv", output: "mar.json" } },
            },
          ],
        },
        { text: "ok" },
      ],
    });
    expect(JSON.stringify(again.requests[0]!.messages)).not.toContain("[skill ");
    expect(await stage()).toBe("code");
    expect(index()).toContain(name);
  });

  it("tells the model in the first message what a recall tried", async () => {
    const dir = workspace();
    for (const name of ["jan", "feb"]) await runTask(dir, task(name));
    const { requests, result } = await runTask(dir, task("gone"), { script: [{ text: "no such file" }] });
    expect(result.text).toBe("no such file");
    expect(textOf(requests[0]!.messages[0]!)).toMatch(
      /\[host\] Skill .* was tried without you and failed[\s\S]*ENOENT/,
    );
  });
});

describe("start_long_term_update", () => {
  it("makes a skill of the run in one call, from the journal, and says so in a few lines", async () => {
    const dir = workspace();
    const long: SessionScript = [
      run(script("data/jan.csv", "jan.json")),
      {
        toolCalls: [
          {
            name: "start_long_term_update",
            args: { skill: "sum_prices", note: "Adds up the prices\nthe first line is a heading" },
          },
        ],
      },
      ({ messages }) => ({ text: JSON.stringify(messages.at(-1)!.content) }),
    ];
    const { result, notices } = await runTask(dir, task("jan"), { script: long });
    expect(result.text).toContain(
      "Kept as skill sum-prices: 1 script, parameters input, output, with a check.",
    );
    expect(notices).not.toContain("skill-learnt");
    const [skill] = (await loadSkills(memoryOf(dir))).skills;
    expect(skill).toMatchObject({ name: "sum-prices", pitfalls: ["the first line is a heading"] });
    const [learn] = await readAccount(memoryOf(dir));
    expect(learn).toMatchObject({ kind: "learn", skill: "sum-prices", requests: 3 });
    expect(readFileSync(join(memoryOf(dir), "global_mem_insight.txt"), "utf8")).toContain("sum-prices");
  });

  it("answers without arguments in the user's language, at most ten lines, and keeps nothing unproven", async () => {
    for (const [language, words] of [
      ["en", "Keep only what this run has shown"],
      ["zh", "只保存本次执行证明过的"],
    ] as const) {
      const dir = workspace();
      mkdirSync(join(dir, ".genericagent"));
      writeFileSync(join(dir, ".genericagent", "config.json"), JSON.stringify({ language }));
      const seen: string[] = [];
      const ask = (
        args: object,
      ): SessionScript extends infer S ? Extract<S, readonly unknown[]>[number] : never => ({
        toolCalls: [{ name: "start_long_term_update", args: args as Record<string, string> }],
      });
      await runTask(dir, "Look around.", {
        script: [
          ask({}),
          ask({ skill: "nothing" }),
          ask({ note: "The server is called aurora-17" }),
          ({ messages }) => {
            for (const { content } of messages)
              for (const block of content)
                if (block.type === "tool-result") seen.push(textOf({ role: "user", content: block.content }));
            return { text: "ok" };
          },
        ],
      });
      expect(seen[0]).toContain(words);
      for (const answer of seen) expect(answer.split("\n").length).toBeLessThanOrEqual(10);
      expect(seen[2]).toContain("no execution, no memory");
      expect((await loadSkills(memoryOf(dir))).skills).toEqual([]);
      expect(existsSync(join(memoryOf(dir), "global_mem.txt"))).toBe(false);
    }
  });
});
