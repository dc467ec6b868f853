import {
  agentRunnerLoop,
  type ChatEvent,
  type ChatRequest,
  createHandler,
  type LoopEvent,
  type LoopResult,
  type Reply,
  type Tool,
  text,
  textOf,
  toolCallsOf,
  userMessage,
} from "@genericagent/core-loop";
import { describe, expect, it } from "vitest";
import { MixinSession, ModelError, NativeToolClient, type Session, ToolClient } from "../src/index.js";
import { ScriptedSession } from "../src/testing/index.js";
import { joined, serve, types } from "./ask.js";
import { wires } from "./wires.js";

const read = { name: "read", description: "Reads a file.", parameters: { type: "object", properties: {} } };
const block = (args: object = { path: "a" }) =>
  `<tool_use>\n${JSON.stringify({ name: "read", arguments: args })}\n</tool_use>`;

async function chat(client: ToolClient, request: Partial<ChatRequest> = {}) {
  const events: ChatEvent[] = [];
  const { signal } = new AbortController();
  const whole = { system: "Be brief.", message: userMessage("Hi"), tools: [read], resetTools: false, signal };
  const answer = client.chat({ ...whole, ...request });
  for (;;) {
    const step = await answer.next();
    if (step.done) return { events, reply: step.value };
    events.push(step.value);
  }
}

/** What the model was shown last. */
const prompt = (session: ScriptedSession): string => textOf(session.requests.at(-1)!.messages.at(-1)!);
const result = (reply: Reply, said: string) => ({
  type: "tool-result" as const,
  callId: toolCallsOf(reply.message)[0]!.id,
  name: "read",
  content: [text(said)],
});

describe("ToolClient", () => {
  it("takes thinking, prose and calls apart, and shows no tag of a call", async () => {
    const said = `<thinking>Read first.</thinking>\n<summary>Nothing yet; read a.</summary>\nI read it.\n${block()}`;
    const client = new ToolClient(new ScriptedSession([{ text: said }]));
    const { events, reply } = await chat(client);
    expect(reply.stopReason).toBe("tool-calls");
    expect(reply.message.content).toMatchObject([
      { type: "thinking", text: "Read first.", wire: "openai-chat", provider: "scripted" },
      { type: "text", text: "<summary>Nothing yet; read a.</summary>\nI read it." },
      { type: "tool-call", name: "read", args: { path: "a" } },
    ]);
    expect(joined(events, "thinking-delta")).toBe("Read first.");
    expect(joined(events, "text-delta").trim()).toBe("<summary>Nothing yet; read a.</summary>\nI read it.");
    const [call] = toolCallsOf(reply.message);
    expect(events.at(-1)).toEqual({
      type: "tool-call-delta",
      id: call?.id,
      name: "read",
      text: '{"path":"a"}',
    });
  });

  it("shows the model calls and results as text, also those of another client's history", async () => {
    const native = new NativeToolClient(
      new ScriptedSession([
        { text: "Reading.", toolCalls: [{ name: "read", args: { path: "b" }, id: "c1" }] },
      ]),
    );
    for await (const _ of native.chat(await requestFor("Read b.")));
    const session = new ScriptedSession([{ text: block() }, { text: "Done." }], {
      history: native.session.history,
    });
    const client = new ToolClient(session);
    const image = { type: "image" as const, mediaType: "image/png", data: "aW1n" };
    const failed = {
      type: "tool-result" as const,
      callId: "c1",
      name: "read",
      content: [text("no </tool_result>"), image],
    };
    const { reply } = await chat(client, {
      message: userMessage([{ ...failed, isError: true }, text("Go on.")]),
    });
    await chat(client, { message: userMessage([result(reply, "42 rows")]) });

    const { messages, tools } = session.requests.at(-1)!;
    expect(tools).toEqual([]);
    const shown = messages.map((message) => textOf(message));
    expect(shown[1]).toBe(`Reading.<tool_use>\n{"name":"read","arguments":{"path":"b"}}\n</tool_use>`);
    expect(shown[2]).toContain('<tool_result name="read" error="true">\nno <\\/tool_result>\n</tool_result>');
    expect(messages[2]?.content).toContainEqual(image);
    expect(shown[3]).toBe(block());
    expect(shown[4]).toContain('<tool_result name="read">\n42 rows\n</tool_result>');
    expect(messages.flatMap(({ content }) => content.map(({ type }) => type))).not.toContain("tool-call");
    expect(client.history[4]?.content[0]).toMatchObject({ type: "tool-result" });
    expect(session.history).toHaveLength(2);
  });

  it("describes the tools once, and again when told, when they change, and when much was said", async () => {
    const session = new ScriptedSession(() => ({ text: "x".repeat(300) }));
    const client = new ToolClient(session, { describeAgainAfterChars: 2000 });
    const isDescribed = () => prompt(session).includes("Reads a file.");
    const described: boolean[] = [];
    for (const request of [{}, {}, { resetTools: true }, {}, { tools: [read, { ...read, name: "b" }] }, {}]) {
      await chat(client, request);
      described.push(isDescribed());
    }
    expect(described).toEqual([true, false, true, false, true, true]);
    expect(prompt(session)).toContain("Hi");
    await chat(client);
    expect(prompt(session)).toContain("unchanged");
    await chat(client, { message: userMessage("y".repeat(2000)) });
    await chat(client);
    expect(isDescribed()).toBe(true);
    await chat(client, { tools: [] });
    expect(prompt(session)).toBe("Hi");
  });

  it("a later request begins with the one before, so that the provider's cache holds", async () => {
    const session = new ScriptedSession([
      { text: block() },
      { text: block({ path: "b" }) },
      { text: "Done." },
    ]);
    const client = new ToolClient(session);
    let message = userMessage("Hi");
    for (let turn = 0; turn < 3; turn++) {
      const { reply } = await chat(client, { message });
      if (turn < 2) message = userMessage([result(reply, "42 rows")]);
    }
    const [first, second, third] = session.requests.map(({ messages }) =>
      JSON.stringify(messages).slice(0, -1),
    );
    expect(second?.startsWith(first!)).toBe(true);
    expect(third?.startsWith(second!)).toBe(true);
  });

  it("tells the format again after a call that nobody can read", async () => {
    const session = new ScriptedSession([{ text: "<tool_use>{read a}</tool_use>" }, { text: "ok" }]);
    const client = new ToolClient(session);
    const { reply } = await chat(client);
    expect(toolCallsOf(reply.message)).toMatchObject([{ invalidArgs: "{read a}" }]);
    await chat(client);
    expect(prompt(session)).toContain("Reads a file.");
  });

  it("A12: what stood before a cut is no call: it is withdrawn and asked for again", async () => {
    for (const wire of wires) {
      const said = `${block()}\n${"and more ".repeat(40)}`;
      const { session, server } = await serve(wire, [
        { text: said, cutAfterBytes: 1700 },
        { text: "Whole." },
      ]);
      const { events, reply } = await chat(new ToolClient(session));
      expect(types(events)).toContain("void");
      expect(reply.message.content).toEqual([text("Whole.")]);
      expect(server.requests).toHaveLength(2);
    }
  });

  it("A12: an example in a code fence ends the run as an answer", async () => {
    const answer = `You would write\n\`\`\`\n${block()}\n\`\`\``;
    const { result: run, ran } = await runLoop(new ScriptedSession([{ text: answer }]));
    expect(run).toMatchObject({ reason: "done", text: answer });
    expect(ran).toEqual([]);
  });

  it("A4: a call cut by the output limit is answered, not run", async () => {
    const cut = '<tool_use>{"name":"read","arguments":{"path":"a';
    const { events, ran } = await runLoop(
      new ScriptedSession([{ text: cut, stopReason: "length" }, { text: "ok" }]),
    );
    expect(ran).toEqual([]);
    const end = events.find((event) => event.type === "tool-end");
    expect(JSON.stringify(end)).toContain("reached the output limit");
  });

  it("keeps the text on both sides of a call", async () => {
    const { reply } = await chat(
      new ToolClient(new ScriptedSession([{ text: `Before.\n${block()}\n\nAfter.` }])),
    );
    expect(reply.message.content).toMatchObject([text("Before.\n\nAfter."), { type: "tool-call" }]);
  });

  it("passes on what a provider reads by itself", async () => {
    const script = [
      { thinking: "Hm.", signature: "s", text: "Reading.", toolCalls: [{ name: "read", id: "n1" }] },
    ];
    const { reply } = await chat(new ToolClient(new ScriptedSession(script)));
    expect(reply.message.content.map(({ type }) => type)).toEqual(["thinking", "text", "tool-call"]);
  });

  it("says that it left a made-up result out", async () => {
    const said = `${block()}\n<tool_result>all fine</tool_result>\nDone!`;
    const { events, reply } = await chat(new ToolClient(new ScriptedSession([{ text: said }])));
    expect(events).toContainEqual(expect.objectContaining({ type: "notice", code: "made-up-result" }));
    expect(textOf(reply.message)).toBe("");
  });

  it("keeps its history as it was when the ask fails", async () => {
    const down = new ModelError({ code: "overloaded", message: "busy", provider: "p" });
    const session = new ScriptedSession([down, { text: "ok" }]);
    const client = new ToolClient(session, { language: "zh" });
    await expect(chat(client)).rejects.toBe(down);
    expect(client.history).toEqual([]);
    await chat(client);
    expect(prompt(session)).toContain("工具");
  });
});

describe.each(wires)("ToolClient end to end: $wire", (wire) => {
  it("runs a task by text alone, over a session that fails over in the middle", async () => {
    const script = [
      { text: `<thinking>Look.</thinking>I read it.\n${block()}`, deltaChars: 3 },
      { text: `<function=read>{"path":"b"}</function>`, cutAfterBytes: 300 },
    ];
    const broken = await serve(wire, script, { maxRetries: 0 });
    const spare = new ScriptedSession([
      { text: `<function=read>{"path":"b"}</function>` },
      { text: "Both read." },
    ]);
    const { result: run, events, ran } = await runLoop(new MixinSession([broken.session, spare]));
    expect(run).toMatchObject({ reason: "done", text: "Both read.", turns: 3 });
    expect(ran).toEqual([{ path: "a" }, { path: "b" }]);
    const seen = events.flatMap((event) => (event.type === "text-delta" ? event.text : [])).join("");
    expect(seen).toBe("I read it.\nBoth read.");
    const body = broken.server.requests[1]?.body;
    expect(body).not.toHaveProperty("tools");
    expect(JSON.stringify(body)).toContain("tool_result name=");
  });
});

const requestFor = async (task: string): Promise<ChatRequest> => ({
  ...{ system: "", message: userMessage(task), tools: [read], resetTools: false },
  signal: new AbortController().signal,
});

async function runLoop(
  session: Session,
): Promise<{ result: LoopResult; events: LoopEvent[]; ran: object[] }> {
  const ran: object[] = [];
  const tool: Tool = {
    spec: read,
    run: async (args) => {
      ran.push(args);
      return { data: `read ${args.path}` };
    },
  };
  const client = new ToolClient(session);
  const run = agentRunnerLoop({
    client,
    system: "",
    input: "Read a and b.",
    handler: createHandler([tool]),
    tools: [read],
  });
  const events: LoopEvent[] = [];
  for (;;) {
    const step = await run.next();
    if (step.done) return { result: step.value, events, ran };
    events.push(step.value);
  }
}
