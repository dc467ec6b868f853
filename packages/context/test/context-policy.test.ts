import { emptyUsage, type Message } from "@genericagent/core-loop";
import { describe, expect, it } from "vitest";
import { AdaptiveBudget, createContextPolicy, type PolicyRequest } from "../src/index.js";
import { assistant, call, realTokens, result, run, user } from "./run-fixture.js";
import { LANGUAGES } from "./texts/languages.js";

const prose = LANGUAGES.english!.join(" ");
const usage = (inputTokens: number, cachedInputTokens = 0) => ({
  ...emptyUsage(),
  inputTokens,
  cachedInputTokens,
});

/** Drives a policy as a session does: the history is what the policy gave back plus the reply. */
function drive(
  policy: ReturnType<typeof createContextPolicy>,
  turns: number,
  output: (turn: number) => string,
) {
  const whole = run(turns, output);
  const replies = whole.history.filter((message) => message.role === "assistant");
  const messages = [...whole.history, whole.message].filter((message) => message.role === "user");
  let history: readonly Message[] = [];
  const sent: { request: PolicyRequest; broken: boolean; codes: string[] }[] = [];
  for (const [turn, message] of messages.entries()) {
    const request = { system: whole.system, tools: whole.tools, history, message };
    const fitted = policy.fit(request);
    sent.push({
      request: { ...request, ...fitted },
      broken: policy.ledger?.brokenBy !== undefined,
      codes: fitted.notices.map(({ code }) => code),
    });
    policy.observe(usage(realTokens({ ...request, ...fitted })));
    history = [...fitted.history, fitted.message, replies[turn]!];
  }
  return sent;
}

describe("createContextPolicy", () => {
  it("keeps every request of a long run in its budget and the cached prefix in at least 80 % of turns", () => {
    const sent = drive(
      createContextPolicy({ budget: 20_000 }),
      150,
      (turn) => `${turn} ${prose.repeat(1 + (turn % 4))}`,
    );
    for (const { request } of sent) expect(realTokens(request)).toBeLessThanOrEqual(20_000);
    expect(sent.filter(({ broken }) => !broken).length / sent.length).toBeGreaterThanOrEqual(0.8);
    expect(sent.flatMap(({ codes }) => codes)).toEqual(
      expect.arrayContaining(["context-compressed", "context-evicted"]),
    );
  });

  it("says in the ledger what each part costs, and completes it with the provider's count", () => {
    const policy = createContextPolicy({ budget: 30_000, index: () => "memory index line" });
    const history = [
      user("go"),
      assistant({ type: "thinking", text: prose, wire: "anthropic" }, "hm", call("a")),
    ];
    policy.fit({
      system: `${prose} memory index line`,
      tools: [],
      history,
      message: user(result("a", prose)),
    });
    const { parts, totalTokens } = policy.ledger!;
    expect(parts.system).toBeGreaterThan(200);
    expect(parts.index).toBeGreaterThan(0);
    for (const part of ["thinking", "results", "calls", "user", "assistant"] as const)
      expect(parts[part]).toBeGreaterThan(0);
    expect(Object.values(parts).reduce((sum, tokens) => sum + tokens)).toBe(totalTokens);

    const [notice] = policy.observe(usage(2_000, 1_500));
    expect(notice).toMatchObject({ type: "notice", code: "context-ledger", data: policy.ledger });
    expect(policy.ledger?.counted).toEqual({ inputTokens: 2_000, cachedTokens: 1_500, uncachedTokens: 500 });
  });

  it("names what broke the cached prefix", () => {
    const policy = createContextPolicy();
    const { history, message, tools } = run(5, () => "ok");
    policy.fit({ system: "a", tools, history, message });
    policy.fit({ system: "b", tools, history, message });
    expect(policy.ledger?.brokenBy).toEqual({ at: "system" });
    policy.fit({ system: "b", tools: [{ name: "t", description: "", parameters: {} }], history, message });
    expect(policy.ledger?.brokenBy).toEqual({ at: "tools" });
    policy.fit({ system: "b", tools: [{ name: "t", description: "", parameters: {} }], history, message });
    expect(policy.ledger?.brokenBy).toBeUndefined();
    const edited = history.with(2, user("other"));
    policy.fit({
      system: "b",
      tools: [{ name: "t", description: "", parameters: {} }],
      history: edited,
      message,
    });
    expect(policy.ledger?.brokenBy).toMatchObject({ at: "history", index: 2 });
  });

  it("grows when an evicted call is repeated and says why", () => {
    const policy = createContextPolicy({ budget: { startTokens: 10_000 } });
    drive(policy, 60, () => prose.repeat(3));
    const again = [user("go"), assistant(call("new", { script: "look(1)" }))];
    const { notices } = policy.fit({
      system: "",
      tools: [],
      history: again,
      message: user(result("new", "ok")),
    });
    expect(notices[0]).toMatchObject({
      code: "context-budget-changed",
      data: { from: 10_000, to: 15_000, reason: "evicted-call-repeated" },
    });
  });

  it("grows when a spilled file is read back, and when the checkpoint is nearly full", () => {
    const policy = createContextPolicy({ budget: {}, spill: (name) => `/spill/${name}` });
    policy.fit(run(1, () => prose.repeat(400)));
    const [spilled] = policy.ledger!.spilled;
    const read = [user("go"), assistant(call("r", { path: spilled!.path }, "file_read"))];
    const request = { system: "", tools: [], history: read, message: user(result("r", "text")) };
    expect(policy.fit(request).notices[0]?.data).toMatchObject({ reason: "spilled-file-read" });

    const full = user(`<working_memory>\n<key_info>\n${"k".repeat(5_500)}\n</key_info>\n</working_memory>`);
    const other = createContextPolicy();
    const grown = other.fit({ system: "", tools: [], history: [], message: full });
    expect(grown.notices[0]?.data).toMatchObject({ reason: "checkpoint-nearly-full", to: 45_000 });
  });

  it("makes the next request smaller after the provider refused one", () => {
    const policy = createContextPolicy({ budget: 20_000 });
    const request = run(40, () => prose.repeat(1));
    const before = realTokens(policy.fit(request));
    policy.overflowed();
    policy.overflowed();
    policy.overflowed();
    expect(realTokens(policy.fit(request))).toBeLessThan(before);
  });
});

describe("AdaptiveBudget", () => {
  it("stays between its bounds, rests between two rises and shrinks after quiet turns", () => {
    const budget = new AdaptiveBudget();
    expect(budget.turn("spilled-file-read")).toEqual({
      from: 30_000,
      to: 45_000,
      reason: "spilled-file-read",
    });
    expect(budget.turn("spilled-file-read")).toBeUndefined();
    for (let turn = 0; turn < 30; turn++) budget.turn("spilled-file-read");
    expect(budget.tokens).toBe(60_000);
    const changes = Array.from({ length: 400 }, () => budget.turn()).filter(Boolean);
    expect(changes[0]).toEqual({ from: 60_000, to: 48_000, reason: "no-long-dependency" });
    expect(budget.tokens).toBe(10_000);
  });

  it("never exceeds what the model's window allows", () => {
    expect(new AdaptiveBudget({ maxTokens: 8_000 }).tokens).toBe(8_000);
  });
});
