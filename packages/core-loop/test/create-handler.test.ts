import { describe, expect, it } from "vitest";
import { createHandler, type StepOutcome, type Tool, type ToolContext } from "../src/index.js";
import { call, callTools } from "./scripted-client.js";

const greet: Tool = {
  spec: {
    name: "greet",
    description: "greets",
    parameters: {
      type: "object",
      properties: {
        name: { type: "string" },
        times: { type: "integer" },
        tone: { type: "string", enum: ["warm", "cool"] },
      },
      required: ["name"],
    },
  },
  async *run({ name }, { call: { id } }) {
    yield { type: "tool-output", callId: id, text: "…" };
    return { data: `Hello ${name}` };
  },
};

async function dispatch(args: Record<string, unknown>, name = "greet") {
  const toolCall = call(name, args);
  const context: ToolContext = {
    call: toolCall,
    reply: callTools(toolCall),
    turn: 1,
    signal: new AbortController().signal,
  };
  const running = createHandler([greet]).dispatch(context);
  const events = [];
  for (;;) {
    const next = await running.next();
    if (next.done) return { events, outcome: next.value as StepOutcome };
    events.push(next.value);
  }
}

describe("createHandler", () => {
  it("streams a tool's events and returns its outcome", async () => {
    const { events, outcome } = await dispatch({ name: "Ada" });
    expect(events).toEqual([{ type: "tool-output", callId: "greet", text: "…" }]);
    expect(outcome).toEqual({ data: "Hello Ada" });
  });

  it.each([
    [{}, 'argument "name" is missing. Arguments: name, times, tone.'],
    [{ name: 4 }, 'argument "name" must be of type string, not number.'],
    [{ name: null }, 'argument "name" is missing. Arguments: name, times, tone.'],
    [{ name: "a", times: 1.5 }, 'argument "times" must be of type integer, not number.'],
    [{ name: "a", tone: "hot" }, 'argument "tone" must be one of warm, cool.'],
  ])("answers %j with what is wrong", async (args, message) => {
    const { outcome } = await dispatch(args);
    expect(outcome).toEqual({ data: `greet was not run: ${message}`, isError: true });
  });

  it("takes null for an argument left out", async () => {
    expect((await dispatch({ name: "Ada", times: null })).outcome).toEqual({ data: "Hello Ada" });
  });

  it("lets unknown arguments through, also names every object has", async () => {
    expect((await dispatch({ name: "a", toString: 1, extra: [] })).outcome).toEqual({ data: "Hello a" });
  });
});
