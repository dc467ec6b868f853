import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { agentRunnerLoop, createHandler, text, toolCallsOf, userMessage } from "@genericagent/core-loop";
import { afterAll, describe, expect, it } from "vitest";
import { AnthropicSession, ModelError, NativeToolClient, type Session } from "../src/index.js";
import {
  RecordingSession,
  ReplaySession,
  readCassette,
  ScriptedSession,
  startModelServer,
} from "../src/testing/index.js";
import { ask, askToFail, joined } from "./ask.js";

const dir = mkdtempSync(join(tmpdir(), "genericagent-llm-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
/** Shaped like a key, but none. */
const KEY = ["sk", "test", "abcdefghijklmnop"].join("-");
let files = 0;
const newFile = () => join(dir, `${++files}.jsonl`);

describe("ScriptedSession", () => {
  it("answers by script and shows what it was asked", async () => {
    const session = new ScriptedSession([
      { thinking: "Hm.", text: "Grüße, 世界", toolCalls: [{ name: "read", args: { path: "x" } }] },
      ({ messages }) => ({ text: `${messages.length} messages` }),
      new ModelError({ code: "overloaded", message: "busy", provider: "p" }),
    ]);
    const { events, reply } = await ask(session);
    expect(joined(events, "text-delta")).toBe("Grüße, 世界");
    expect(joined(events, "tool-call-delta")).toBe('{"path":"x"}');
    expect(toolCallsOf(reply.message)).toMatchObject([{ id: "call_1", name: "read", args: { path: "x" } }]);
    expect((await ask(session)).reply.message.content).toEqual([text("3 messages")]);
    expect((await askToFail(session)).error).toMatchObject({ code: "overloaded" });
    expect(session.history).toHaveLength(4);
    expect(session.requests.map(({ messages }) => messages.length)).toEqual([1, 3, 5]);
    session.assertDone();
  });

  it("fails on one request too many and on steps left over", async () => {
    const session = new ScriptedSession([{ text: "a" }, { text: "b" }]);
    await ask(session);
    expect(() => session.assertDone()).toThrow("1 of the script's 2 steps were not asked for");
    await ask(session);
    expect((await askToFail(session)).error).toMatchObject({ code: "script-used-up" });
    expect(() => session.assertDone()).toThrow("asked 1 more times");
  });
});

describe("startModelServer", () => {
  it("fails on one request too many and on steps left over", async () => {
    const server = await startModelServer({ script: [{ text: "a" }] });
    const session = new AnthropicSession({ model: "m", baseUrl: server.url });
    expect(() => server.assertDone()).toThrow("1 of the script's 1 steps were not asked for");
    await ask(session);
    const { error } = await askToFail(session);
    expect(error).toMatchObject({ code: "bad-request" });
    expect(error.message).toContain("no answer left");
    await expect(server.close()).rejects.toThrow("asked 1 more times");
  });

  it("answers by a function of the request, lists models and says what it does not have", async () => {
    const server = await startModelServer({
      script: ({ body }) => ({ text: `You are ${body.model}` }),
      models: ["a", "b"],
    });
    const session = new AnthropicSession({ model: "m", baseUrl: `${server.url}/v1/` });
    expect((await ask(session)).reply.message.content).toEqual([text("You are m")]);
    const models = (await (await fetch(`${server.url}/v1/models`)).json()) as { data: { id: string }[] };
    expect(models.data.map(({ id }) => id)).toEqual(["a", "b"]);
    expect((await fetch(`${server.url}/v2`)).status).toBe(404);
    await server.close();
  });
});

describe("cassettes", () => {
  const record = async (path: string) => {
    const scripted = new ScriptedSession([
      { text: "Reading.", toolCalls: [{ name: "read" }] },
      { text: "Done." },
    ]);
    const session = new RecordingSession(scripted, path, { secrets: ["hunter2-hunter2"] });
    const first = await ask(session, `My password is hunter2-hunter2 and my key ${KEY}`);
    const result = {
      type: "tool-result",
      callId: "call_1",
      name: "read",
      content: [text("42 rows")],
    } as const;
    const second = await ask(session, [{ ...result, content: [...result.content] }]);
    return { session, first, second };
  };
  const replay = async (session: Session, rows = "42 rows") => {
    const first = await ask(session, "My password is [key] and my key [key]");
    const second = await ask(session, [
      { type: "tool-result", callId: "call_1", name: "read", content: [text(rows)] },
    ]);
    return { first, second };
  };

  it("play back what was recorded, event by event", async () => {
    const path = newFile();
    const recorded = await record(path);
    const session = new ReplaySession({ cassette: path });
    expect([session.provider, session.model]).toEqual(["scripted", "test-model"]);
    const played = await replay(session);
    expect(played.first).toEqual(recorded.first);
    expect(played.second).toEqual(recorded.second);
    expect(session.history).toHaveLength(4);
    session.assertDone();
    expect((await askToFail(session)).error).toMatchObject({ code: "cassette-used-up" });
  });

  it("are readable lines without secrets", async () => {
    const path = newFile();
    await record(path);
    const file = readFileSync(path, "utf8");
    expect(file.split("\n")[0]).toBe('{"genericagentCassette":1}');
    expect(file).not.toMatch(/hunter2|abcdefghij/);
    expect(readCassette(path)).toHaveLength(2);
  });

  it("say at which path a request differs", async () => {
    const path = newFile();
    await record(path);
    const session = new ReplaySession({ cassette: path });
    await expect(replay(session, "43 rows")).rejects.toMatchObject({
      code: "cassette-difference",
      message: expect.stringContaining(
        'Request 2 differs from the cassette at $.message.content[0].content[0].text: recorded "42 rows", now "43 rows".',
      ),
    });
  });

  it("can take a difference as a notice", async () => {
    const path = newFile();
    await record(path);
    const { second } = await replay(new ReplaySession({ cassette: path, onDifference: "notice" }), "43 rows");
    expect(second.events[0]).toMatchObject({ type: "notice", code: "cassette-difference" });
    expect(second.reply.message.content).toEqual([text("Done.")]);
    const silent = await replay(new ReplaySession({ cassette: path, onDifference: "ignore" }), "43 rows");
    expect(silent.second.events.map(({ type }) => type)).not.toContain("notice");
  });

  it("hold the turns of forks as well, in the order in which they were asked", async () => {
    const path = newFile();
    const recording = new RecordingSession(new ScriptedSession([{ text: "A" }, { text: "B" }]), path);
    await ask(recording.fork(), "aside");
    await ask(recording, "main");
    expect(recording.history).toHaveLength(2);
    const replay = new ReplaySession({ cassette: path });
    expect((await ask(replay.fork(), "aside")).reply.message.content).toEqual([text("A")]);
    expect((await ask(replay, "main")).reply.message.content).toEqual([text("B")]);
    expect(replay.history).toHaveLength(2);
    replay.assertDone();
  });

  it("hold only whole answers, without what was withdrawn", async () => {
    const path = newFile();
    const server = await startModelServer({
      script: [{ text: "word ".repeat(100), cutAfterBytes: 1500 }, { text: "Whole." }, { status: 400 }],
    });
    const session = new AnthropicSession({ model: "m", baseUrl: server.url, retryDelayMs: 1 });
    const recording = new RecordingSession(session, path);
    await ask(recording);
    await askToFail(recording);
    const entries = readCassette(path);
    expect(entries).toHaveLength(1);
    expect(entries[0]?.events).toEqual([{ type: "text-delta", text: "Whole." }]);
    await server.close();
  });

  it.each([
    ["", "line 1 is not"],
    ['{"genericagentCassette":9}\n', "line 1 is not"],
    ['{"genericagentCassette":1}\n{"request":', "line 2 is no entry"],
  ])("refuse a file that is none: %j", async (content, says) => {
    const path = newFile();
    writeFileSync(path, content);
    const { error } = await askToFail(new ReplaySession({ cassette: path }));
    expect(error).toMatchObject({ code: "cassette-unreadable", message: expect.stringContaining(says) });
  });

  it("say that a file is missing", async () => {
    const { error } = await askToFail(new ReplaySession({ cassette: join(dir, "none.jsonl") }));
    expect(error.message).toContain("cannot be read");
  });
});

describe("NativeToolClient", () => {
  it("drives the loop through calls to the answer", async () => {
    const session = new ScriptedSession([
      { toolCalls: [{ name: "add", args: { a: 2, b: 3 } }] },
      { text: "It is 5." },
    ]);
    const add = {
      spec: { name: "add", description: "Adds.", parameters: { type: "object", properties: {} } },
      run: async ({ a, b }: Record<string, unknown>) => ({ data: Number(a) + Number(b) }),
    };
    const loop = agentRunnerLoop({
      client: new NativeToolClient(session),
      system: "Calculate.",
      input: "2 + 3?",
      handler: createHandler([add]),
      tools: [add.spec],
    });
    let step = await loop.next();
    while (!step.done) step = await loop.next();
    expect(step.value).toMatchObject({ reason: "done", text: "It is 5.", turns: 2 });
    expect(session.requests[1]?.messages.at(-1)).toEqual(
      userMessage([{ type: "tool-result", callId: "call_1", name: "add", content: [text("5")] }]),
    );
  });
});
