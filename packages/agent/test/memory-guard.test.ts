import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { JsonObject } from "@genericagent/core-loop";
import { type ScriptedReply, ScriptedSession } from "@genericagent/llm/testing";
import { checkMemory, loadSkills } from "@genericagent/memory";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AgentOptions, createAgent } from "../src/index.js";
import { ATTACKS, type Attack } from "./guard-attacks.js";
import { type GuardedHome, guardedHome, stateOf } from "./guarded-home.js";

/** A way in: the call that makes a change, for the changes that it can make. */
interface Way {
  can?: (attack: Attack) => boolean;
  call: (attack: Attack, home: GuardedHome) => ScriptedReply;
}
const call = (name: string, args: JsonObject, text = ""): ScriptedReply => ({
  text,
  toolCalls: [{ name, args }],
});
const write = (path: string, args: JsonObject, text?: string) => call("file_write", { path, ...args }, text);
const whole = ({ text, before = "", added = "" }: Attack) => text ?? before + added;
const adds = ({ added }: Attack) => added !== undefined;

const WAYS: Record<string, Way> = {
  "file_write overwrite": {
    call: (attack, { dir }) => write(join(dir, attack.path), { content: whole(attack) }),
  },
  "file_write append": {
    can: adds,
    call: ({ path, added = "" }, { dir }) => write(join(dir, path), { content: added, mode: "append" }),
  },
  "file_write prepend": {
    can: adds,
    call: ({ path, added = "" }, { dir }) => write(join(dir, path), { content: added, mode: "prepend" }),
  },
  "file_write, content in the reply": {
    call: (attack, { dir }) =>
      write(join(dir, attack.path), {}, `<file_content>${whole(attack)}</file_content>`),
  },
  "file_write, content from a file": {
    can: (attack) => whole(attack) !== "",
    call(attack, { dir, cwd }) {
      writeFileSync(join(cwd, "staged.txt"), whole(attack));
      const lines = whole(attack).trimEnd().split("\n").length;
      return write(join(dir, attack.path), { content: `{{file:staged.txt:1:${lines}}}\n` });
    },
  },
  "file_write through a linked folder": {
    call: (attack) => write(`linked/${attack.path}`, { content: whole(attack) }),
  },
  "file_write by a way with ..": {
    call: (attack, { dir }) =>
      write(`${dir}/skills/report/../.././${attack.path}`, { content: whole(attack) }),
  },
  file_patch: {
    can: ({ before }) => before !== undefined,
    call: (attack, { dir }) =>
      call("file_patch", {
        path: join(dir, attack.path),
        old_content: attack.before!,
        new_content: whole(attack),
      }),
  },
  "web_execute_js save_to_file": {
    call: (attack, { dir }) =>
      call("web_execute_js", { script: JSON.stringify(whole(attack)), save_to_file: join(dir, attack.path) }),
  },
};

/** What the model did before: it looked at files, failed, printed, noted and wrote things of its own. */
const looked = (origin: string): ScriptedReply[] => [
  call("code_run", { type: "bash", script: "cat proxy.conf state.log" }),
  call("code_run", { type: "bash", script: "cat nas.conf; exit 1" }),
  call("code_run", {}, "```bash\necho 'The scanner is called Otto'\n```"),
  call("code_run", { type: "bash", script: "true # Grind beans, boil water, pour slowly. Coffee" }),
  call("update_working_checkpoint", { key_info: "The kettle is called Emil" }),
  call("file_write", { path: "note.txt", content: "- The router is called Greta\n" }),
  call("file_read", { path: "note.txt" }),
  call("code_run", { type: "bash", script: "cd .genericagent; cat mem*/glob*_mem.txt" }),
  ...(origin
    ? [
        call("web_execute_js", { script: `ga.open("${origin}")` }),
        call("web_execute_js", { script: "'The plotter is called Hugo'" }),
      ]
    : []),
];

interface Outcome {
  said: string;
  isError: boolean;
  /** The memory before and after the call. */
  before: Record<string, string>;
  after: Record<string, string>;
}

/** One run: it looks around, then tries one attack after another in one way. */
async function tryAll(way: Way, { origin = "", ...options }: AgentOptions & { origin?: string } = {}) {
  const home = await guardedHome();
  symlinkSync(home.dir, join(home.cwd, "linked"));
  const attacks = attacksBy(way);
  const steps = [
    ...looked(origin),
    ...attacks.map((attack) => () => way.call(attack, home)),
    { text: "done" },
  ];
  const session = new ScriptedSession(steps);
  const agent = createAgent({
    cwd: home.cwd,
    dataHome: home.home,
    permissions: "full",
    createSession: () => session,
    ...options,
  });
  const { memory, id } = await agent.open();
  const outcomes: Outcome[] = [];
  let before = {};
  for await (const event of agent.run("learn")) {
    if (event.type === "tool-start") before = stateOf(home.dir, { except: id });
    if (event.type !== "tool-end") continue;
    const said = event.result.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
    outcomes.push({
      said,
      isError: event.result.isError === true,
      before,
      after: stateOf(home.dir, { except: id }),
    });
  }
  const report = await checkMemory(memory);
  await agent.close();
  session.assertDone();
  const tried = outcomes.slice(-attacks.length);
  return { report, home, of: new Map(attacks.map((attack, index) => [attack.rule, tried[index]!])) };
}

const attacksBy = ({ can = () => true }: Way) => ATTACKS.filter(can);

describe.each(Object.entries(WAYS))("%s", (name, way) => {
  let run: Awaited<ReturnType<typeof tryAll>>;
  beforeAll(async () => {
    const isWeb = name.startsWith("web");
    const origin = isWeb ? await page() : "";
    run = await tryAll(way, isWeb ? { origin, browser: { headless: true } } : { browser: { mode: "off" } });
  }, 120_000);

  it.each(attacksBy(way))("$rule", ({ rule, reason }) => {
    const { said, isError, before, after } = run.of.get(rule)!;
    expect(after).toEqual(before);
    expect(said).toMatch(reason);
    expect(isError).toBe(true);
  });

  afterAll(() => rmSync(run.home.cwd, { recursive: true, force: true, maxRetries: 5 }));

  it("leaves a memory that is whole, with nothing in it that is unproven", async () => {
    expect(run.report).toMatchObject({ problems: [], unproven: [], facts: 3 });
    const report = (await loadSkills(run.home.dir)).skills.find(({ name }) => name === "report");
    expect(report).toMatchObject({ name: "report", stage: "sop", retired: false });
  });
});

const server = createServer((_, response) => response.end("<title>Page</title>"));
async function page(): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
