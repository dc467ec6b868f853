import { describe, expect, it } from "vitest";
import {
  agentRunnerLoop,
  type ChatClient,
  createHandler,
  type LoopEvent,
  type LoopOptions,
  type LoopResult,
  type StepOutcome,
  type Tool,
  type UserMessage,
} from "../src/index.js";
import { call, callTools, ScriptedClient, say } from "./scripted-client.js";

const tool = (name: string, outcome: (args: Record<string, unknown>) => StepOutcome): Tool => ({
  spec: { name, description: name, parameters: { type: "object", properties: {} } },
  run: async (args) => outcome(args),
});

const echo = tool("echo", (args) => ({ data: args }));
const ask = tool("ask", () => ({ data: { question: "Which?" }, shouldExit: true }));

async function run(client: ChatClient, tools: Tool[], options: Partial<LoopOptions> = {}) {
  const events: LoopEvent[] = [];
  const loop = agentRunnerLoop({
    client,
    system: "system",
    input: "task",
    handler: createHandler(tools),
    tools: tools.map(({ spec }) => spec),
    ...options,
  });
  for (;;) {
    const next = await loop.next();
    if (next.done) return { events, result: next.value as LoopResult };
    events.push(next.value);
  }
}

const types = (events: LoopEvent[]) => events.map(({ type }) => type);
const results = (message: UserMessage) => message.content.filter((block) => block.type === "tool-result");

describe("agentRunnerLoop", () => {
  it("asks, dispatches, sends only the new message and ends with the answer", async () => {
    const client = new ScriptedClient(callTools(call("echo", { a: 1 })), say("It is one."));
    const { events, result } = await run(client, [echo]);

    expect(types(events)).toEqual([
      "run-start",
      ...["turn-start", "reply", "tool-start", "tool-end", "turn-end"],
      ...["turn-start", "text-delta", "text-delta", "reply", "turn-end"],
    ]);
    expect(client.requests.map((request) => request.message)).toEqual([
      { role: "user", content: [{ type: "text", text: "task" }] },
      {
        role: "user",
        content: [
          { type: "tool-result", callId: "echo", name: "echo", content: [{ type: "text", text: '{"a":1}' }] },
        ],
      },
    ]);
    expect(result).toMatchObject({ reason: "done", text: "It is one.", turns: 2, pending: [] });
    expect(result.usage).toMatchObject({ inputTokens: 20, outputTokens: 4 });
  });

  it("answers a tool that throws, an unknown tool and broken arguments to the model", async () => {
    const boom = tool("boom", () => {
      throw new Error("disk on fire");
    });
    const client = new ScriptedClient(
      callTools(call("boom"), call("nope"), { ...call("echo"), invalidArgs: '{"a":' }),
      say("ok"),
    );
    await run(client, [boom, echo]);
    const shown = results(client.requests[1]!.message);
    expect(shown.map((result) => [result.callId, result.isError])).toEqual([
      ["boom", true],
      ["nope", true],
      ["echo", true],
    ]);
    expect(JSON.stringify(shown)).toMatch(
      /disk on fire.*There is no tool \\"nope\\".*boom, echo.*not a JSON object/,
    );
  });

  it("answers what cannot be shown to the model, and a tool that returns nothing", async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const nothing = () => undefined as unknown as StepOutcome;
    const tools = [tool("big", () => ({ data: 10n })), tool("cyclic", () => ({ data: cyclic }))];
    const client = new ScriptedClient(callTools(call("big"), call("cyclic"), call("nothing")), say("ok"));
    const { result } = await run(client, [...tools, tool("nothing", nothing)]);
    expect(result.reason).toBe("done");
    const shown = results(client.requests[1]!.message);
    expect(shown.map(({ isError }) => isError)).toEqual([true, true, undefined]);
    expect(JSON.stringify(shown[0])).toMatch(/big was run, but its answer cannot be shown: .*BigInt/);
    expect(JSON.stringify(shown[1])).toMatch(/cyclic was run, but .*circular/);
    expect(shown[2]!.content).toEqual([{ type: "text", text: "" }]);
  });

  it("A4 does not run a call that the output limit cut, and says so", async () => {
    const cut = callTools({ ...call("echo"), invalidArgs: '{"path":"x","content":"hel' });
    const client = new ScriptedClient({ ...cut, stopReason: "length" }, say("ok"));
    const { events } = await run(client, [echo]);
    expect(JSON.stringify(results(client.requests[1]!.message))).toContain("output limit");
    expect(events.filter((event) => event.type === "tool-end")).toHaveLength(1);
  });

  it("B7 gives every call of a batch exactly one true result when one of them asks the user", async () => {
    const client = new ScriptedClient(
      callTools(call("echo", { a: 1 }), call("ask"), call("echo", {}, "late")),
    );
    const { result } = await run(client, [echo, ask]);
    expect(result.reason).toBe("exited");
    expect(result.data).toEqual({ question: "Which?" });
    expect(result.pending.map((block) => block.type === "tool-result" && block.callId)).toEqual([
      "echo",
      "ask",
      "late",
    ]);
    expect(JSON.stringify(result.pending[0])).toContain('{\\"a\\":1}');
    expect(JSON.stringify(result.pending[2])).toContain("Not run");
  });

  it("ends as done when a tool returns nextPrompt null, and keeps its result as pending", async () => {
    const finish = tool("finish", () => ({ data: "bye", nextPrompt: null }));
    const { result } = await run(new ScriptedClient(callTools(call("finish"))), [finish]);
    expect(result).toMatchObject({ reason: "done", turns: 1 });
    expect(result.pending).toHaveLength(1);
  });

  it("stops at maxTurns with the last results pending", async () => {
    const client = new ScriptedClient(callTools(call("echo", { n: 1 })), callTools(call("echo", { n: 2 })));
    const { result } = await run(client, [echo], { maxTurns: 2 });
    expect(result).toMatchObject({ reason: "max-turns", turns: 2 });
    expect(result.pending).toHaveLength(1);
    expect(client.left).toBe(0);
  });

  it("asks again after an empty reply, three times at most", async () => {
    const client = new ScriptedClient(say(""), say(""), say(""), say(""));
    const { result } = await run(client, []);
    expect(result).toMatchObject({ reason: "no-progress", turns: 4, why: expect.stringContaining("empty") });
  });

  it("asks whether a bare code block should run, once", async () => {
    const block = "```python\nprint(1)\n```";
    const client = new ScriptedClient(say(block), say(block));
    const { result } = await run(client, []);
    expect(JSON.stringify(client.requests[1]!.message)).toContain("code_run");
    expect(result).toMatchObject({ reason: "done", text: block });
  });

  it("takes a code block with prose around it as the answer", async () => {
    const { result } = await run(new ScriptedClient(say("Do this:\n```sh\nls\n```")), []);
    expect(result).toMatchObject({ reason: "done", turns: 1 });
  });

  it("asks for the rest of a reply that reached the output limit", async () => {
    const client = new ScriptedClient(say("Once upon", "length"), say("a time."));
    const { result } = await run(client, []);
    expect(JSON.stringify(client.requests[1]!.message)).toContain("output limit");
    expect(result.text).toBe("a time.");
  });

  it("warns a model that repeats itself, then ends the run", async () => {
    const again = callTools(call("echo", { same: true }));
    const client = new ScriptedClient(again, again, again, again);
    const { result } = await run(client, [echo]);
    expect(JSON.stringify(client.requests[3]!.message)).toContain("3 times with the same arguments");
    expect(result).toMatchObject({ reason: "no-progress", turns: 4 });
  });

  it("sees two calls that alternate without progress", async () => {
    const steps = Array.from({ length: 8 }, (_, index) => callTools(call("echo", { side: index % 2 })));
    const { result } = await run(new ScriptedClient(...steps), [echo]);
    expect(result.reason).toBe("no-progress");
  });

  it("lets the same call pass while its result changes", async () => {
    let n = 0;
    const poll = tool("poll", () => ({ data: ++n }));
    const steps = Array.from({ length: 9 }, () => callTools(call("poll")));
    const { result } = await run(new ScriptedClient(...steps, say("done")), [poll]);
    expect(result).toMatchObject({ reason: "done", turns: 10 });
  });

  it("resets the tool descriptions on the first turn and every ten", async () => {
    const steps = Array.from({ length: 20 }, (_, index) => callTools(call("echo", { index })));
    const client = new ScriptedClient(...steps, say("end"));
    await run(client, [echo]);
    const reset = client.requests.flatMap((request, index) => (request.resetTools ? [index + 1] : []));
    expect(reset).toEqual([1, 10, 20]);
  });

  it("puts nextPrompt and the handler's turnEnd text behind the results", async () => {
    const hint = tool("hint", () => ({ data: "x", nextPrompt: "look left" }));
    const handler = { ...createHandler([hint]), turnEnd: () => "anchor" };
    const client = new ScriptedClient(callTools(call("hint")), say("ok"));
    await run(client, [hint], { handler });
    expect(client.requests[1]!.message.content.slice(1)).toEqual([
      { type: "text", text: "look left" },
      { type: "text", text: "anchor" },
    ]);
  });

  it("throws the caller's reason when aborted, also from within a tool", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const stop = tool("stop", () => {
      controller.abort(reason);
      throw new Error("interrupted by the abort");
    });
    const client = new ScriptedClient(callTools(call("stop")), say("never"));
    await expect(run(client, [stop], { signal: controller.signal })).rejects.toBe(reason);
    expect(client.left).toBe(1);
  });

  it("passes through what the client throws", async () => {
    await expect(run(new ScriptedClient(), [])).rejects.toThrow("one model call too many");
  });

  it("lets the consumer leave: the client's generator is closed", async () => {
    let closed = false;
    const client = new ScriptedClient(async function* () {
      try {
        yield { type: "text-delta", text: "a" } as const;
        return say("a");
      } finally {
        closed = true;
      }
    });
    const loop = agentRunnerLoop({ client, system: "", input: "x", handler: createHandler([]), tools: [] });
    for await (const event of loop) if (event.type === "text-delta") break;
    expect(closed).toBe(true);
  });

  it("calls the hooks in order and lets them change request and outcome", async () => {
    const seen: string[] = [];
    const client = new ScriptedClient(callTools(call("echo")), say("ok"));
    await run(client, [echo], {
      hooks: {
        beforeRun: () => void seen.push("beforeRun"),
        beforeTurn: (turn) => void seen.push(`beforeTurn ${turn}`),
        beforeModelCall: (request) => ({ ...request, system: "changed" }),
        afterModelCall: () => void seen.push("afterModelCall"),
        beforeTool: () => ({ data: "denied", isError: true }),
        afterTool: (result) => void seen.push(`afterTool ${result.isError}`),
        afterTurn: ({ turn }) => void seen.push(`afterTurn ${turn}`),
        afterRun: ({ reason }) => void seen.push(`afterRun ${reason}`),
      },
    });
    expect(client.requests[0]!.system).toBe("changed");
    expect(seen).toEqual([
      ...["beforeRun", "beforeTurn 1", "afterModelCall", "afterTool true", "afterTurn 1"],
      ...["beforeTurn 2", "afterModelCall", "afterTurn 2", "afterRun done"],
    ]);
  });
});
