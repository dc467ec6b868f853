import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Finished, model, place, runGa } from "./run-ga.js";

const write = (path: string) => ({ toolCalls: [{ name: "file_write", args: { path, content: "x" } }] });
const bash = (script: string) => ({ toolCalls: [{ name: "code_run", args: { type: "bash", script } }] });
const args = (...more: string[]) => ["run", "--model", "openai/m", "--json", ...more, "go"];

const decisionsOf = ({ events }: Finished) =>
  events.flatMap((event) =>
    event.code === "permission-decision" ? [event.data as Record<string, unknown>] : [],
  );

describe("ga run --permissions", () => {
  it("does nothing that the preset forbids, tells the model, and puts each decision into the events", async () => {
    const { server, env } = await model([write("a.txt"), { text: "I may not." }]);
    const where = place(env);
    const finished = await runGa(args("--permissions", "read-only"), where);
    expect(finished.code).toBe(0);
    expect(existsSync(join(where.cwd, "a.txt"))).toBe(false);
    expect(decisionsOf(finished)).toMatchObject([{ tool: "file_write", decision: "deny", by: "rule" }]);
    expect(JSON.stringify(server.requests[1]!.body)).toContain("Not permitted: write in the workspace");
  });

  it("never waits for an answer that nobody can give", async () => {
    const { server, env } = await model([write("a.txt"), { text: "I may not." }]);
    const finished = await runGa(args("--permissions", "careful"), place(env));
    expect(finished.code).toBe(0);
    expect(decisionsOf(finished)).toMatchObject([{ decision: "deny", by: "nobody" }]);
    expect(JSON.stringify(server.requests[1]!.body)).toContain("nobody can be asked here");
  });

  it("without a terminal does by default all but what is dangerous", async () => {
    const { env } = await model([
      write("a.txt"),
      bash("echo hi > b.txt"),
      bash("git push --force"),
      { text: "Pushing needs you." },
    ]);
    const where = place(env);
    const { code, stderr } = await runGa(["run", "--model", "openai/m", "go"], where);
    expect(code).toBe(0);
    expect(readFileSync(join(where.cwd, "b.txt"), "utf8")).toBe("hi\n");
    expect(stderr).toMatch(/✗ code_run .*Not permitted: run: git push --force \(a force push\)/);
    expect(stderr).toContain("✓ file_write a.txt");
  });

  it("takes the preset and the rules of config.json, and the flag before its preset", async () => {
    const { env } = await model(
      Array(2)
        .fill([write("a.txt"), write("keep/b.txt"), { text: "ok" }])
        .flat(),
    );
    const where = place(env);
    mkdirSync(where.dataHome);
    const rules = [{ decision: "deny", action: "write-inside", match: "keep/**" }];
    writeFileSync(
      join(where.dataHome, "config.json"),
      JSON.stringify({ permissions: { preset: "read-only", rules } }),
    );
    const made = async (...more: string[]) =>
      decisionsOf(await runGa(args(...more), where)).map(({ decision }) => decision);
    expect(await made()).toEqual(["deny", "deny"]);
    expect(await made("--permissions", "full")).toEqual(["allow", "deny"]);
  });

  it("refuses a preset that does not exist", async () => {
    const { code, stderr } = await runGa(args("--permissions", "brave"), place());
    expect(code).toBe(2);
    expect(stderr).toContain("careful, auto, unattended, read-only, full");
  });
});

describe("ga permissions", () => {
  it("reports what was held back and proposes a policy, from the journals", async () => {
    const { env } = await model([write("src/a.ts"), bash("make"), bash("git push -f"), { text: "ok" }]);
    const where = place(env);
    await runGa(args(), where);
    const report = await runGa(["permissions", "--json"], where);
    expect(report.code).toBe(0);
    expect(report.events[0]).toMatchObject({
      preset: "unattended",
      sessions: 1,
      calls: 3,
      heldBack: [{ danger: "a force push", tools: ["code_run"], denied: 1 }],
      proposal: {
        preset: "careful",
        rules: [
          { decision: "allow", action: "write-inside", match: "src/**" },
          { decision: "allow", action: "execute", match: "make" },
        ],
      },
    });
    const { stdout } = await runGa(["permissions"], where);
    expect(stdout).toContain("1 denied: code_run · git push -f · a force push");
    expect(stdout).toContain("covers 2 actions");
  });

  it("has something to say before the first session", async () => {
    const { code, stdout } = await runGa(["permissions"], place());
    expect(code).toBe(0);
    expect(stdout).toContain("0 decisions in 0 sessions");
  });
});

describe("secrets", () => {
  it("reach code by name, and nothing else of the run", async () => {
    const { server, env } = await model([
      // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text
      bash('echo "$DEPLOY_TOKEN ${OPENAI_API_KEY:-none}"'),
      { text: "ok" },
    ]);
    const where = place({ ...env, DEPLOY_TOKEN: "deploy-value-1" });
    mkdirSync(where.dataHome);
    writeFileSync(join(where.dataHome, "config.json"), JSON.stringify({ secrets: ["DEPLOY_TOKEN"] }));
    const { stdout } = await runGa(args(), where);
    expect(stdout).toContain("[secret DEPLOY_TOKEN] none");
    expect(stdout + JSON.stringify(server.requests.map(({ body }) => body))).not.toContain("deploy-value-1");
  });
});

describe("ga resume --answer", () => {
  const ask = (questions: object[]) => ({ toolCalls: [{ name: "ask_user", args: { questions } }] });

  it("gives each question its answer, in the place of the question", async () => {
    const questions = [{ question: "Which?", candidates: ["a", "b"] }, { question: "When?" }];
    const { server, env } = await model([ask(questions), { text: "Taking b now." }]);
    const where = place(env);
    const first = await runGa(args(), where);
    expect(first.code).toBe(3);
    const end = first.events.at(-1) as { session?: string; data?: unknown };
    expect(end.data).toMatchObject({ questions: [{ question: "Which?" }, { question: "When?" }] });

    const few = await runGa(["resume", end.session!, "--answer", "b"], where);
    expect(few).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("asks 2 questions and got 1 answers"),
    });

    const second = await runGa(
      ["resume", end.session!, "--model", "openai/m", "--answer", "2", "--answer", "now"],
      where,
    );
    expect(second).toMatchObject({ code: 0, stdout: "Taking b now.\n" });
    const { messages } = server.requests[1]!.body as { messages: { role: string; content: string }[] };
    expect(messages.at(-1)).toMatchObject({ role: "tool", content: "Which?\n→ b\nWhen?\n→ now" });

    const done = await runGa(["resume", end.session!, "--answer", "b"], where);
    expect(done).toMatchObject({ code: 2, stderr: expect.stringContaining("waits for no answer") });
  });

  it("says how to answer where there is no terminal", async () => {
    const { env } = await model([
      ask([{ question: "Which?", candidates: ["a", "b"] }, { question: "When?" }]),
    ]);
    const { code, stderr } = await runGa(["run", "--model", "openai/m", "go"], place(env));
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /Which\?\n {2}1\. a\n {2}2\. b\nWhen\?\nAnswer with: ga resume \S+ --answer "…" --answer "…"/,
    );
  });
});
