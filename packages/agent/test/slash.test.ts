import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startModelServer } from "@genericagent/llm/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { sessionSettingsSchema } from "../src/config-schema.js";
import {
  completeSlash,
  createAgent,
  type GenericAgent,
  isSlash,
  listSessions,
  runSlash,
  slashCommands,
} from "../src/index.js";
import { SESSION_KEYS } from "../src/session-settings.js";
import { finish, run, scriptedAgent, write } from "./scripted-agent.js";
import { tempDir } from "./temp-dir.js";

async function slash(agent: GenericAgent, line: string) {
  const running = runSlash(line, agent);
  let next = await running.next();
  while (!next.done) next = await running.next();
  return next.value;
}
const shown = async (agent: GenericAgent, line: string): Promise<string> => {
  const result = await slash(agent, line);
  return result && "text" in result ? result.text : "";
};

describe("slash commands", () => {
  it("are told from tasks that begin with a slash", () => {
    for (const line of ["/help", "/btw what?", "/session.effort=low", "/undo 3", "/unknown thing"])
      expect(isSlash(line)).toBe(true);
    for (const line of ["/etc/hosts is broken", " /help", "a /help", "/", "//", "/tmp/a.txt"])
      expect(isSlash(line)).toBe(false);
    expect(completeSlash("/co").map(({ name }) => name)).toEqual(["context", "cost"]);
  });

  it("that there are not, are named with what comes near", async () => {
    const { agent } = scriptedAgent([]);
    await expect(slash(agent, "/modle")).rejects.toMatchObject({
      code: "unknown-command",
      message: expect.stringContaining("/model"),
    });
    expect(await shown(agent, "/help")).toContain("/session.key=value");
    expect((await shown(agent, "/help")).split("\n")).toHaveLength(slashCommands.length + 2);
    expect(await shown(agent, "/help")).toContain("| `/undo [turn \\| back]` |");
  });

  it("/model lists and switches, also while a task runs; /undo has to wait", async () => {
    const { agent, models } = scriptedAgent([write("a.txt", "1"), { text: "ok" }]);
    expect(await shown(agent, "/model")).toContain("1. scripted/a (now)");
    for await (const event of agent.put("go"))
      if (event.type === "tool-start") {
        expect(await shown(agent, "/model scripted/b")).toContain("from the next call on");
        await expect(slash(agent, "/undo")).rejects.toMatchObject({ code: "busy" });
      }
    expect(models).toContain("scripted/b");
  });

  it("/session.key=value reaches the model, and an empty value takes it back", async () => {
    const server = await startModelServer({ script: () => ({ text: "ok" }) });
    onTestFinished(() => server.close());
    const dir = tempDir();
    const agent = createAgent({
      cwd: dir,
      dataHome: dir,
      model: "openai/any",
      env: { OPENAI_API_KEY: "sk-test-0123456789", OPENAI_BASE_URL: server.baseUrl("openai-chat") },
    });
    onTestFinished(() => agent.close());
    expect(await shown(agent, "/session.temperature=0.25")).toBe("- temperature = 0.25");
    await finish(agent, "one");
    await shown(agent, "/session.temperature=");
    await finish(agent, "two");
    expect(server.requests.map(({ body }) => body.temperature)).toEqual([0.25, undefined]);
    await expect(slash(agent, "/session.temperature=hot")).rejects.toMatchObject({
      code: "invalid-command",
      message: "session.temperature cannot be hot: give a number from 0 to 2.",
    });
    expect(SESSION_KEYS).toEqual(Object.keys(sessionSettingsSchema.def.shape));
    await expect(slash(agent, "/session.nonsense=1")).rejects.toMatchObject({ code: "invalid-command" });
    await finish(agent, "three");
    expect(JSON.stringify(server.requests[2]!.body)).toContain("two");
  });

  it("/resume lists the other sessions and goes on with one", async () => {
    const first = scriptedAgent([{ text: "the answer" }]);
    await finish(first.agent, "an old question");
    await first.agent.close();
    const { agent, requests } = scriptedAgent([{ text: "ok" }], { cwd: first.dir });
    expect(await shown(agent, "/resume")).toMatch(/^1\. `\S+` an old question \(1 turn, done\)$/);
    expect(await shown(agent, "/resume 1")).toMatch(
      /^Going on with session \S+: 1 turn, done\. It said last:\n\nthe answer$/,
    );
    await finish(agent, "go on");
    expect(JSON.stringify(requests[0]!.messages)).toContain("an old question");
    await expect(slash(agent, "/resume nothing")).rejects.toMatchObject({ code: "unknown-session" });
  });

  it("/btw streams an answer", async () => {
    const { agent } = scriptedAgent([{ text: "ok" }, { text: "<summary>asked aside</summary>\nblue" }]);
    await finish(agent, "go");
    expect(await shown(agent, "/btw which colour?")).toBe("blue");
    await expect(slash(agent, "/btw")).rejects.toMatchObject({ code: "invalid-command" });
  });

  it("/context and /cost say what was used", async () => {
    const usage = { inputTokens: 1000, outputTokens: 100 };
    const server = await startModelServer({ script: () => ({ text: "ok", usage }) });
    onTestFinished(() => server.close());
    const dir = tempDir();
    const env = { ANTHROPIC_API_KEY: "sk-ant-test-0123456789", ANTHROPIC_BASE_URL: server.url };
    const agent = createAgent({ cwd: dir, dataHome: dir, model: "anthropic/claude-sonnet-5-5", env });
    onTestFinished(() => agent.close());
    expect(await shown(agent, "/context")).toContain("No request");
    expect(await shown(agent, "/cost")).toContain("Nothing");
    await finish(agent, "go");
    expect(await shown(agent, "/context")).toMatch(/\| tools \| \d+ \| \d+ % \|/);
    expect(await shown(agent, "/cost")).toContain(
      "| anthropic/claude-sonnet-5-5 | 1 | 1000 | 0 | 100 | $0.0030 |",
    );
  });

  it("/skills and /memory list what is on the disk", async () => {
    const { agent, dir } = scriptedAgent([]);
    expect(await shown(agent, "/skills")).toContain("No skill");
    const memory = join(dir, "home", "memory");
    mkdirSync(join(memory, "skills", "csv"), { recursive: true });
    writeFileSync(
      join(memory, "skills", "csv", "SKILL.md"),
      "---\nname: csv\ndescription: 'sum: a column'\n---\n",
    );
    writeFileSync(join(memory, "mail_sop.md"), "read mail");
    writeFileSync(join(memory, "global_mem_insight.txt"), "csv -> skills/csv\n");
    writeFileSync(join(memory, "global_mem.txt"), "# facts\n## [PATHS]\n- a\n");
    expect(await shown(agent, "/skills")).toBe("- **csv** (sop) sum: a column\n- **mail** (sop) read mail");
    expect(await shown(agent, "/skills column")).not.toContain("mail");
    expect(await shown(agent, "/memory")).toMatch(/L1 index: 1 lines\n- L2 facts: PATHS\n- L3 skills: 2/);
  });

  it("/permissions changes the preset for the tasks that follow", async () => {
    const { agent, dir } = scriptedAgent([write("a.txt", "1"), { text: "could not" }]);
    expect(await shown(agent, "/permissions read-only")).toContain("read-only");
    await finish(agent, "go");
    expect(existsSync(join(dir, "a.txt"))).toBe(false);
    expect(await shown(agent, "/permissions")).toContain("1 refused");
    await expect(slash(agent, "/permissions all")).rejects.toMatchObject({ code: "invalid-command" });
  });

  it("/undo takes the last task back, /undo back undoes that", async () => {
    const { agent, dir } = scriptedAgent([
      write("a.txt", "1"),
      { text: "A" },
      write("a.txt", "2"),
      { text: "B" },
    ]);
    await finish(agent, "one");
    await finish(agent, "two");
    expect(await shown(agent, "/undo")).toContain("has 2 turns now");
    expect(readFileSync(join(dir, "a.txt"), "utf8")).toBe("1");
    expect(await shown(agent, "/undo back")).toContain("has 4 turns now");
    expect(readFileSync(join(dir, "a.txt"), "utf8")).toBe("2");
    await shown(agent, "/undo");
    await shown(agent, "/undo");
    expect(existsSync(join(dir, "a.txt"))).toBe(false);
    await expect(slash(agent, "/undo")).rejects.toMatchObject({ code: "nothing-to-undo" });
  });

  it("/export writes Markdown and JSON, and never over another file", async () => {
    const { agent, dir } = scriptedAgent([write("a.txt", "```\ncode\n```"), { text: "I wrote **it**." }]);
    await finish(agent, "Write it\nwith care");
    await shown(agent, "/export talk.md");
    const markdown = readFileSync(join(dir, "talk.md"), "utf8");
    expect(markdown).toContain("## Write it");
    expect(markdown).toContain("I wrote **it**.");
    expect(markdown).not.toContain("working_memory");
    await shown(agent, "/export json");
    const [id] = await listSessions(join(dir, "home"));
    expect(JSON.parse(readFileSync(join(dir, `session-${id}.json`), "utf8")).messages).toHaveLength(4);
    await expect(slash(agent, "/export talk.md")).rejects.toMatchObject({ code: "invalid-command" });
  });
});

describe("/plan and /goal", () => {
  const look = run("console.log(require('fs').existsSync('out.txt'))");

  it("accept done only when no step is open and an independent run has looked", async () => {
    let planFile = "";
    const { agent, dir, requests } = scriptedAgent(({ messages }) => {
      const said = JSON.stringify(messages);
      const verifying = said.includes("You verify the work");
      if (verifying) return messages.length === 1 ? look : { text: "out.txt: PASS, seen\nVERDICT: PASS" };
      planFile ||= /Write (\S+plan\.md)/.exec(said)![1]!;
      if (messages.length === 1) return write(planFile, "1. [x] explore\n2. [ ] write out.txt\n");
      if (messages.length === 3) return { text: "All done." };
      if (messages.length === 5) return write("out.txt", "42");
      if (messages.length === 7) return write(planFile, "1. [x] explore\n2. [x] out.txt\n");
      return { text: "Now it is done." };
    });
    const result = await slash(agent, "/plan make out.txt");
    if (!result || !("task" in result)) throw new TypeError("a task was expected");
    const { result: end } = await finish(agent, result.task, result.options);
    expect(end).toMatchObject({ reason: "done", text: "Now it is done." });
    expect(JSON.stringify(requests[2]!.messages.at(-1))).toContain("1 of 2 steps");
    expect(readFileSync(planFile, "utf8")).toContain("VERDICT: PASS");
    expect(readdirSync(dir)).toContain("out.txt");
    expect((await listSessions(join(dir, "home"))).length).toBe(2);
  });

  it("a verification that saw nothing, failed or gave no verdict accepts nothing", async () => {
    const verdicts = [
      { text: "VERDICT: PASS" },
      { text: "VERDICT: FAIL a.txt is empty" },
      { text: "looks fine" },
    ];
    const { agent, requests } = scriptedAgent(({ messages }) =>
      JSON.stringify(messages).includes("You verify") ? verdicts.shift()! : { text: "done" },
    );
    const result = await slash(agent, "/goal 10k tokens: a.txt has text");
    if (!result || !("task" in result)) throw new TypeError("a task was expected");
    expect(result.options?.budget).toEqual({ tokens: 10_000 });
    const { result: end } = await finish(agent, result.task, result.options);
    expect(end.reason).toBe("no-progress");
    const told = requests.map(({ messages }) => JSON.stringify(messages.at(-1)));
    expect(told.join()).toContain("without looking");
    expect(told.join()).toContain("a.txt is empty");
  });

  it("the verifier cannot write files", async () => {
    const { agent, dir } = scriptedAgent(({ messages }) => {
      if (!JSON.stringify(messages).includes("You verify")) return { text: "done" };
      return messages.length === 1 ? write("sneaky.txt", "1") : { text: "VERDICT: PASS" };
    });
    const result = await slash(agent, "/goal nothing");
    if (!result || !("task" in result)) throw new TypeError("a task was expected");
    await finish(agent, result.task, result.options);
    expect(existsSync(join(dir, "sneaky.txt"))).toBe(false);
  });
});
