import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LoopEvent } from "@genericagent/core-loop";
import { ScriptedSession, type SessionScript } from "@genericagent/llm/testing";
import {
  type JudgedAction,
  type PermissionDecision,
  type PermissionRequest,
  policyOf,
} from "@genericagent/tools";
import { describe, expect, it } from "vitest";
import {
  type AgentOptions,
  createAgent,
  journalPath,
  listSessions,
  openPermissions,
  permissionReport,
  readDecisions,
} from "../src/index.js";
import { tempDir } from "./temp-dir.js";

async function run(script: SessionScript, options: AgentOptions = {}) {
  const cwd = options.cwd ?? tempDir();
  const dataHome = options.dataHome ?? join(cwd, "home");
  const session = new ScriptedSession(script);
  const agent = createAgent({ cwd, dataHome, createSession: () => session, ...options });
  const { id } = await agent.open();
  const events: LoopEvent[] = [];
  for await (const event of agent.run("go")) events.push(event);
  await agent.close();
  const journal = readFileSync(journalPath(dataHome, id), "utf8");
  return { cwd, dataHome, events, journal, requests: session.requests };
}

const write = (path: string) => ({ toolCalls: [{ name: "file_write", args: { path, content: "x" } }] });
const bash = (script: string) => ({ toolCalls: [{ name: "code_run", args: { type: "bash", script } }] });
const end = { text: "ok" };

describe("the policy of a run", () => {
  const presetOf = async (options: Parameters<typeof openPermissions>[0], config = {}) =>
    (await openPermissions(options, config, tempDir())).policy.preset;
  const askPermission = async () => ({ decision: "deny" as const });

  it("is chosen, else configured, else depends on whether someone can be asked", async () => {
    expect(await presetOf({})).toBe("unattended");
    expect(await presetOf({ askPermission })).toBe("careful");
    expect(await presetOf({ askPermission }, { permissions: "auto" })).toBe("auto");
    expect(await presetOf({}, { permissions: { preset: "read-only" } })).toBe("read-only");
    expect(await presetOf({ permissions: "full" }, { permissions: "auto" })).toBe("full");
    expect(await presetOf({ permissions: { preset: "auto" } })).toBe("auto");
  });

  it("keeps the config's rules when only the preset is chosen", async () => {
    const rules = [{ decision: "deny" as const, action: "network" as const }];
    const { policy } = await openPermissions({ permissions: "full" }, { permissions: { rules } }, tempDir());
    expect(policy.rules.map(({ from }) => from)).toEqual(["config", "full"]);
  });

  it("is read from config.json, and a wrong one is an error that says where", async () => {
    const home = tempDir();
    const rules = [{ decision: "deny", action: "write-inside", match: "secret/**" }];
    writeFileSync(join(home, "config.json"), JSON.stringify({ permissions: { preset: "full", rules } }));
    const { events } = await run([write("secret/a"), write("b"), end], { dataHome: home });
    expect(decisionsIn(events).map(({ decision }) => decision)).toEqual(["deny", "allow"]);

    writeFileSync(join(home, "config.json"), JSON.stringify({ permissions: { preset: "brave" } }));
    await expect(run([end], { dataHome: home })).rejects.toMatchObject({ code: "invalid-config" });
  });
});

const decisionsIn = (events: LoopEvent[]): PermissionDecision[] =>
  events.flatMap((event) =>
    event.type === "notice" && event.code === "permission-decision" ? [event.data as PermissionDecision] : [],
  );

describe("decisions", () => {
  it("are events and journal lines, between the start and the end of their call", async () => {
    const { events, journal, dataHome } = await run([write("a.txt"), bash("git push --force"), end]);
    expect(decisionsIn(events)).toMatchObject([
      { tool: "file_write", decision: "allow", by: "rule" },
      {
        tool: "code_run",
        decision: "deny",
        by: "nobody",
        actions: [{ danger: "a force push" }, { kind: "network" }],
      },
    ]);
    const types = events.map(({ type }) => type);
    expect(types.indexOf("notice")).toBeGreaterThan(types.indexOf("tool-start"));
    expect(types.indexOf("notice")).toBeLessThan(types.indexOf("tool-end"));
    expect(journal.split("\n").filter((line) => line.startsWith('{"type":"decision"'))).toHaveLength(2);
    expect(await readDecisions(dataHome)).toMatchObject([
      { decisions: [{ tool: "file_write" }, { tool: "code_run" }] },
    ]);
  });

  it("remembered for good hold in the next session, those for the session do not", async () => {
    const cwd = tempDir();
    const asked: PermissionRequest[] = [];
    const answer = (remember: "session" | "always") => ({
      cwd,
      askPermission: async (request: PermissionRequest) => {
        asked.push(request);
        return { decision: "allow" as const, remember };
      },
    });
    await run([write("a"), write("b"), end], answer("session"));
    expect(asked).toHaveLength(1);
    await run([write("c"), end], answer("always"));
    expect(asked).toHaveLength(2);
    const { dataHome } = await run([write("d"), write("e"), end], answer("always"));
    expect(asked).toHaveLength(2);
    const rules = JSON.parse(readFileSync(join(dataHome, "permissions.json"), "utf8"));
    expect(rules).toEqual([{ decision: "allow", action: "write-inside", workspace: expect.any(String) }]);
  });

  it("do not start on a file of remembered rules that is damaged", async () => {
    const home = tempDir();
    writeFileSync(join(home, "permissions.json"), '[{"decision":"allow","macth":"x"}]');
    await expect(run([end], { dataHome: home })).rejects.toMatchObject({
      code: "invalid-config",
      message: expect.stringContaining("permissions.json"),
    });
    expect(await listSessions(home)).toEqual([]);
  });
});

describe("permissionReport", () => {
  const action = (more: Partial<JudgedAction>): JudgedAction => ({
    kind: "execute",
    target: "npm test",
    decision: "ask",
    rule: "careful: ask everything else",
    ...more,
  });
  const decision = (actions: JudgedAction[], more: Partial<PermissionDecision> = {}): PermissionDecision => ({
    callId: "1",
    tool: "code_run",
    decision: "allow",
    by: "user",
    actions,
    ...more,
  });
  const sessions = [
    {
      session: "s2",
      cwd: "/w",
      decisions: [
        decision([
          action({ target: "npm run build -- --fast" }),
          action({ kind: "read", target: "/w/x", decision: "allow" }),
        ]),
        decision([action({ target: "npm test" })]),
        decision([action({ kind: "write-inside", target: "/w/src/a/b.ts" })], { tool: "file_write" }),
        decision([action({ kind: "write-inside", target: "/w/README.md" })], { tool: "file_write" }),
        decision([action({ kind: "network", target: "api.example.com" })]),
        decision([action({ target: "git push -f", danger: "a force push" })]),
      ],
    },
    {
      session: "s1",
      cwd: "/w",
      decisions: [
        decision([action({ kind: "network", target: "evil.example" })], { decision: "deny" }),
        decision([action({ kind: "network", target: "evil.example" })], { decision: "deny" }),
        decision([action({ kind: "device", target: "adb shell" })], { decision: "deny", by: "nobody" }),
      ],
    },
  ];
  const report = permissionReport(sessions, policyOf({ preset: "careful" }));

  it("says what was held back, how often, and the rule that opens it", () => {
    expect(report).toMatchObject({ sessions: 2, calls: 9 });
    expect(report.heldBack[0]).toEqual({
      rule: { decision: "allow", action: "network", match: "evil.example" },
      tools: ["code_run"],
      denied: 2,
      askedAndAllowed: 0,
      example: "evil.example",
    });
    expect(report.heldBack).toContainEqual(
      expect.objectContaining({ danger: "a force push", askedAndAllowed: 1 }),
    );
  });

  it("maps each kind of permission to what it opens", () => {
    const device = report.capabilities.find(({ kind }) => kind === "device");
    expect(device).toEqual({
      kind: "device",
      decision: "ask",
      opens: ["code_run with adb and the like", "desktop and phone skills"],
      used: 0,
      denied: 1,
    });
    expect(report.capabilities).toHaveLength(8);
  });

  it("proposes the smallest policy for what was done, and it covers that", () => {
    expect(report.proposal).toEqual({
      preset: "careful",
      rules: [
        { decision: "deny", action: "network", match: "evil.example" },
        { decision: "allow", action: "execute", match: ["npm run build *", "npm test *"] },
        { decision: "allow", action: "write-inside", match: ["README.md", "src/**"] },
        { decision: "allow", action: "network", match: "api.example.com" },
      ],
    });
    expect(report).toMatchObject({ covered: 6, stillAsked: 1 });
  });

  it("proposes nothing where nothing was done", () => {
    const empty = permissionReport([], policyOf({ preset: "full" }));
    expect(empty).toMatchObject({ calls: 0, heldBack: [], proposal: { preset: "careful" } });
  });

  it("covers a real run of its own proposal", async () => {
    const script = [write("src/a.ts"), bash("git init -q && git add src"), end];
    const first = await run(script, { permissions: "full" });
    const { proposal } = permissionReport(await readDecisions(first.dataHome), policyOf({ preset: "full" }));
    const second = await run(script, { permissions: proposal });
    expect(decisionsIn(second.events).map(({ decision: made }) => made)).toEqual(["allow", "allow"]);
    const other = await run([write("lib/a.ts"), end], { permissions: proposal });
    expect(decisionsIn(other.events)).toMatchObject([{ decision: "deny", by: "nobody" }]);
    expect(existsSync(join(other.cwd, "lib"))).toBe(false);
  });
});
