import type { ChatEvent, ContextPolicy, Reply } from "@genericagent/core-loop";
import { text, userMessage } from "@genericagent/core-loop";
import { expect, it, onTestFinished } from "vitest";
import { OpenAIChatSession } from "../src/index.js";
import { type ModelAnswer, startModelServer } from "../src/testing/index.js";

async function sessionWith(context: ContextPolicy, script: ModelAnswer[]) {
  const server = await startModelServer({ script });
  onTestFinished(() => server.close());
  const baseUrl = server.baseUrl("openai-chat");
  const session = new OpenAIChatSession({ model: "m", apiKey: "k", baseUrl, context });
  const ask = async (input: string) => {
    const events: ChatEvent[] = [];
    const answer = session.ask(userMessage(input), { system: "s", tools: [] });
    for (let next = await answer.next(); ; next = await answer.next()) {
      if (next.done) return { events, reply: next.value as Reply };
      events.push(next.value);
    }
  };
  return { server, session, ask };
}

const notice = (code: string) => ({ type: "notice", code, message: code }) as const;

/** Keeps the last `keep` messages and marks the new one; each overflow keeps fewer. */
function keepLast(keep: number): ContextPolicy & { seen: number[] } {
  let left = keep;
  const seen: number[] = [];
  return {
    seen,
    fit: ({ history, message }) => ({
      history: history.slice(history.length - Math.min(left, history.length)),
      message: { ...message, content: [...message.content, text("(fitted)")] },
      notices: [notice("context-evicted")],
    }),
    observe: ({ inputTokens }) => {
      seen.push(inputTokens);
      return [notice("context-ledger")];
    },
    overflowed: () => {
      left -= 2;
    },
  };
}

it("sends what the policy made of the request, keeps that history and tells the policy what it cost", async () => {
  const policy = keepLast(2);
  const { server, session, ask } = await sessionWith(policy, [
    { text: "one", usage: { inputTokens: 11 } },
    { text: "two", usage: { inputTokens: 12 } },
    { text: "three", usage: { inputTokens: 13 } },
  ]);
  const { events } = await ask("first");
  expect(events.filter(({ type }) => type === "notice")).toEqual([
    notice("context-evicted"),
    notice("context-ledger"),
  ]);
  await ask("second");
  await ask("third");
  expect(policy.seen).toEqual([11, 12, 13]);
  const sent = JSON.stringify(server.requests[2]!.body);
  expect(sent).not.toContain("first");
  expect(sent).toContain("second");
  expect(sent).toContain("(fitted)");
  expect(session.history).toHaveLength(4);
});

it("asks again with a smaller request when the provider finds it too long", async () => {
  const tooLong = { status: 400, body: { error: { code: "context_length_exceeded", message: "too long" } } };
  const { server, ask } = await sessionWith(keepLast(2), [{ text: "one" }, tooLong, { text: "two" }]);
  await ask("first");
  const { reply } = await ask("second");
  expect(reply.message.content).toEqual([text("two")]);
  expect(JSON.stringify(server.requests[1]!.body)).toContain("first");
  expect(JSON.stringify(server.requests[2]!.body)).not.toContain("first");
});

it("gives up a request that stays too long, with the history as it was", async () => {
  const tooLong = { status: 400, body: { error: { code: "context_length_exceeded", message: "too long" } } };
  const { session, ask } = await sessionWith(keepLast(2), [tooLong, tooLong, tooLong]);
  await expect(ask("first")).rejects.toMatchObject({ code: "context-overflow" });
  expect(session.history).toEqual([]);
});
