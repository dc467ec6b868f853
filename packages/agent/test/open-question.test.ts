import { ScriptedSession, type SessionScript } from "@genericagent/llm/testing";
import { describe, expect, it } from "vitest";
import { createAgent, openQuestion, readJournal } from "../src/index.js";
import { tempDir } from "./temp-dir.js";

async function ended(script: SessionScript) {
  const dir = tempDir();
  const session = new ScriptedSession(script);
  const agent = createAgent({ cwd: dir, dataHome: dir, createSession: () => session });
  const { id } = await agent.open();
  const run = async (task: string) => {
    for await (const _ of agent.run(task));
  };
  await run("go");
  const { conversation } = await readJournal(dir, id);
  return { session, agent, run, question: openQuestion(conversation) };
}

const ask = (args: object) => ({
  toolCalls: [
    { name: "update_working_checkpoint", args: { key_info: "k" } },
    { name: "ask_user", args: { ...args } },
    { name: "file_read", args: { path: "a" } },
  ],
});

describe("openQuestion", () => {
  it("finds what a session waits for, and a text is the answer to that call and nothing else", async () => {
    const { session, agent, run, question } = await ended([
      ask({ question: "Which?", candidates: ["a", "b"] }),
      { text: "ok" },
    ]);
    expect(question).toMatchObject({ questions: [{ question: "Which?", candidates: ["a", "b"] }] });
    await run("b");
    await agent.close();
    expect(session.requests[1]!.messages.at(-1)!.content).toMatchObject([
      { name: "update_working_checkpoint", content: [{ text: "Noted." }] },
      { callId: question!.callId, name: "ask_user", content: [{ text: "b" }] },
      { name: "file_read", isError: true, content: [{ text: expect.stringContaining("Not run") }] },
    ]);
  });

  it("finds several at once", async () => {
    const { agent, question } = await ended([
      ask({ questions: [{ question: "Which?" }, { question: "When?" }] }),
    ]);
    await agent.close();
    expect(question!.questions.map((each) => each.question)).toEqual(["Which?", "When?"]);
  });

  it("finds none in a session that ended by itself", async () => {
    const { agent, question } = await ended([{ text: "done" }]);
    await agent.close();
    expect(question).toBeUndefined();
  });
});
