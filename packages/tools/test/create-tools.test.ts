import {
  agentRunnerLoop,
  type ChatClient,
  type LoopResult,
  textOf,
  type UserMessage,
} from "@genericagent/core-loop";
import { expect, it } from "vitest";
import type { ToolPorts, WorkingMemory } from "../src/index.js";
import { replyOf, toolBench, toolCall } from "./tool-bench.js";

/** Runs the loop with a model that says these replies; gives the messages it was sent. */
async function run(replies: ReturnType<typeof replyOf>[], ports: Partial<ToolPorts> = {}) {
  const { tools } = toolBench(ports);
  const sent: UserMessage[] = [];
  const client: ChatClient = {
    async *chat({ message }) {
      sent.push(message);
      return replies[sent.length - 1]!;
    },
  };
  const loop = agentRunnerLoop({
    client,
    system: "",
    input: "task",
    handler: tools.handler,
    tools: tools.specs,
  });
  for (;;) {
    const step = await loop.next();
    if (step.done) return { result: step.value as LoopResult, sent, tools };
  }
}

it("has six tools, each with an object schema", () => {
  const { specs } = toolBench().tools;
  expect(specs.map(({ name }) => name)).toEqual([
    "code_run",
    "file_read",
    "file_write",
    "file_patch",
    "ask_user",
    "update_working_checkpoint",
  ]);
  for (const { parameters } of specs) expect(parameters.type).toBe("object");
});

it("closes each message with the working memory: summaries, turn and key_info", async () => {
  const { sent, tools } = await run([
    replyOf(
      "<summary>noted the plan</summary>",
      toolCall("update_working_checkpoint", { key_info: "use port 8" }),
    ),
    replyOf("Looking at it.", toolCall("file_read", { path: "gone" })),
    replyOf("done"),
  ]);
  expect(textOf(sent[1]!)).toContain("[1] noted the plan");
  expect(textOf(sent[1]!)).toContain("<key_info>\nuse port 8\n</key_info>");
  expect(textOf(sent[2]!)).toContain("[2] Looking at it.");
  expect(textOf(sent[2]!)).toContain("Current turn: 2");
  expect(tools.workingMemory).toMatchObject({ keyInfo: "use port 8", turn: 3 });
});

it("goes on with the notepad of an earlier run", async () => {
  const workingMemory: WorkingMemory = { keyInfo: "old", turn: 4, summaries: [{ turn: 4, text: "before" }] };
  const { sent } = await run([replyOf("", toolCall("code_run", {})), replyOf("done")], { workingMemory });
  expect(textOf(sent[1]!)).toContain("[4] before");
  expect(textOf(sent[1]!)).toContain("old");
  expect(workingMemory.summaries).toHaveLength(3);
});

it("names the SOPs to read again", async () => {
  const { call, tools } = toolBench();
  await call("update_working_checkpoint", { key_info: "k", related_sop: "deploy_sop" });
  expect(tools.workingMemory.keyInfo).toBe("k\nRead again where unsure: deploy_sop");
});

it("asks the user through the port", async () => {
  const questions: unknown[] = [];
  const askUser: ToolPorts["askUser"] = async (question) => {
    questions.push(question);
    return "blue";
  };
  const { call } = toolBench({ askUser });
  const answer = await call("ask_user", { question: "Which colour?", candidates: ["red", "blue"] });
  expect(answer).toMatchObject({ text: "blue" });
  expect(answer.shouldExit).toBeUndefined();
  expect(questions).toEqual([{ question: "Which colour?", candidates: ["red", "blue"] }]);
});

it("ends the run with the question where nobody answers", async () => {
  for (const ports of [{}, { askUser: async () => undefined }]) {
    const { result } = await run([replyOf("", toolCall("ask_user", { question: "Sure?" }))], ports);
    expect(result).toMatchObject({ reason: "exited", data: { question: "Sure?", candidates: [] } });
    expect(JSON.stringify(result.pending)).toContain("The question was put to the user");
  }
});

it("asks several questions one after another, and ends the run with all of them where one is not answered", async () => {
  const questions = [{ question: "Which?", candidates: ["a", "b"] }, { question: "When?" }, "Why?"];
  const answers = ["b", "now", "because"];
  const asked: string[] = [];
  const askUser: ToolPorts["askUser"] = async ({ question }) => answers[asked.push(question) - 1];
  const answer = await toolBench({ askUser }).call("ask_user", { questions });
  expect(answer.text).toBe("Which?\n→ b\nWhen?\n→ now\nWhy?\n→ because");
  expect(asked).toEqual(["Which?", "When?", "Why?"]);

  answers.length = 1;
  asked.length = 0;
  const paused = await toolBench({ askUser }).call("ask_user", { questions });
  expect(paused).toMatchObject({
    shouldExit: true,
    data: {
      questions: [
        { question: "Which?", candidates: ["a", "b"] },
        { question: "When?" },
        { question: "Why?" },
      ],
    },
  });
});

it("asks nothing where there is no question", async () => {
  for (const args of [{}, { question: " " }, { questions: [{}] }, { questions: [3] }])
    expect((await toolBench().call("ask_user", args)).text).toContain("Nothing was asked");
});
