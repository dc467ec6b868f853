import { appendFileSync, linkSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@genericagent/core-loop";
import { type ScriptedReply, ScriptedSession } from "@genericagent/llm/testing";
import { checkMemory, loadSkills } from "@genericagent/memory";
import { expect, it, onTestFinished } from "vitest";
import { createAgent } from "../src/index.js";
import { FACTS, type GuardedHome, guardedHome, L2, stateOf } from "./guarded-home.js";

const call = (name: string, args: JsonObject): ScriptedReply => ({ toolCalls: [{ name, args }] });
const keep = (args: JsonObject) => call("start_long_term_update", args);
const LOOK = call("code_run", { type: "bash", script: "cat proxy.conf state.log" });

/** Runs the steps in a guarded home; gives what the last call was answered and the memory around it. */
async function runSteps(steps: (ScriptedReply | (() => ScriptedReply))[], home?: GuardedHome) {
  const made = home ?? (await guardedHome());
  onTestFinished(() => rmSync(made.cwd, { recursive: true, force: true, maxRetries: 5 }));
  const session = new ScriptedSession([...steps, { text: "done" }]);
  const options = { permissions: "full", createSession: () => session, browser: { mode: "off" } } as const;
  const agent = createAgent({ cwd: made.cwd, dataHome: made.home, ...options });
  onTestFinished(() => agent.close());
  const { memory, id } = await agent.open();
  let before = {};
  let after = {};
  let said = "";
  for await (const event of agent.run("Look at proxy.conf")) {
    if (event.type === "tool-start") before = stateOf(made.dir, { except: id });
    if (event.type !== "tool-end") continue;
    said = JSON.stringify(event.result.content);
    after = stateOf(made.dir, { except: id });
  }
  return { ...made, memory, before, after, said };
}

it.each<[rule: string, args: JsonObject, reason: RegExp]>([
  ["a note that nothing shows", { note: "The moon is made of cheese" }, /no execution, no memory/],
  ["a note of another value", { note: "The proxy listens on port 9999" }, /no execution, no memory/],
  ["a process id", { note: "The server runs as pid 4711" }, /a process id/],
  ["a timestamp", { note: "It was last seen 2026-03-01 10:22" }, /a timestamp/],
  ["a temporary path", { note: "The output went to /tmp/report-x1.csv" }, /a temporary path/],
  ["a secret", { note: "The passphrase is hunterhunter" }, /a password/],
  ["what is known", { note: "the proxy listens on port: 6789" }, /is known already/],
  ["a heading in a note", { note: "## [The moon is made of cheese]" }, /no execution, no memory/],
  ["a skill with a secret", { skill: "look", note: "Looks\npassphrase is hunterhunter" }, /a password/],
  ["a skill with a process id", { skill: "look", note: "Looks\nruns as pid 4711" }, /a process id/],
])("start_long_term_update keeps no %s", async (_, args, reason) => {
  const { before, after, said } = await runSteps([LOOK, keep(args)]);
  expect(said).toMatch(reason);
  expect(after).toEqual(before);
});

it("start_long_term_update keeps nothing after a call that failed, and nothing where nothing was run", async () => {
  const failed = call("code_run", { type: "bash", script: "cat proxy.conf; exit 1" });
  for (const steps of [[failed, keep({ skill: "look" })], [keep({ skill: "look" })]]) {
    const { before, after, said } = await runSteps(steps);
    expect(said).toMatch(/Not kept/);
    expect(after).toEqual(before);
  }
});

it("a skill's name leads nowhere but to a folder of its own, and takes no other skill's", async () => {
  for (const skill of ["../../global_mem", "/etc/passwd", "..", "report", ".ga"]) {
    const { before, after, dir, memory } = await runSteps([LOOK, keep({ skill, note: "Shows the proxy" })]);
    expect(after).toMatchObject({ ...before, "global_mem_insight.txt": expect.any(String) });
    const added = Object.keys(after).filter((path) => !(path in before));
    for (const path of added) expect(path).toMatch(/^skills\/(?!report\/)[a-z0-9-]+\//);
    expect((await loadSkills(dir)).problems).toEqual([]);
    expect(await checkMemory(memory)).toMatchObject({ problems: [], unproven: [] });
  }
});

it("update_working_checkpoint writes no memory, and proves none", async () => {
  const claims = "The moon is made of cheese. password: hunterhunter pid 4711";
  const { before, after } = await runSteps([LOOK, call("update_working_checkpoint", { key_info: claims })]);
  expect(after).toEqual(before);
});

it("stale: what was read before another writer came is not written over", async () => {
  const made = await guardedHome();
  const path = join(made.dir, FACTS);
  const text = `${L2}- state.log says the output went to report\n`;
  const other = () => {
    appendFileSync(path, "- The other writer was here\n");
    return call("file_write", { path, content: text });
  };
  const { after, said } = await runSteps([LOOK, call("file_read", { path }), other], made);
  expect(said).toMatch(/changed .*since|Read it again/);
  expect(readFileSync(path, "utf8")).toBe(`${L2}- The other writer was here\n`);
  expect(Object.keys(after)).toContain(FACTS);
});

it("a hard link elsewhere is written without the memory", async () => {
  const made = await guardedHome();
  linkSync(join(made.dir, FACTS), join(made.cwd, "hard.txt"));
  const { before, after } = await runSteps(
    [call("file_write", { path: "hard.txt", content: "- The moon is cheese\n", mode: "append" })],
    made,
  );
  expect(after).toEqual(before);
  expect(readFileSync(join(made.cwd, "hard.txt"), "utf8")).toContain("moon");
});
