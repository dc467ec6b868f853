import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { LoopEvent, LoopResult } from "@genericagent/core-loop";
import { ScriptedSession, type SessionScript } from "@genericagent/llm/testing";
import { describe, expect, it } from "vitest";
import { runReadmeExample } from "../../../scripts/readme-example.mjs";
import * as surface from "../src/index.js";
import { createAgent, type GenericAgent, journalPath, listSessions } from "../src/index.js";
import { tempDir } from "./temp-dir.js";

function scripted(script: SessionScript, options: { resume?: string; dataHome?: string } = {}) {
  const dir = options.dataHome ?? tempDir();
  const sessions: ScriptedSession[] = [];
  const agent = createAgent({
    cwd: dir,
    dataHome: dir,
    ...(options.resume && { resume: options.resume }),
    createSession: (history) => {
      sessions.push(new ScriptedSession(script, { history }));
      return sessions[0]!;
    },
  });
  return { agent, dir, requests: () => sessions[0]!.requests };
}

async function finish(agent: GenericAgent, task?: string, signal?: AbortSignal) {
  const events: LoopEvent[] = [];
  const run = agent.run(task, signal ? { signal } : {});
  for (let next = await run.next(); ; next = await run.next()) {
    if (next.done) return { events, result: next.value as LoopResult };
    events.push(next.value);
  }
}

const writeFile = { toolCalls: [{ name: "file_write", args: { path: "a.txt", content: "x" } }] };

describe("GenericAgent", () => {
  it("has written a step down before it shows it", async () => {
    const { agent, dir } = scripted([writeFile, { text: "ok" }]);
    const { id } = await agent.open();
    for await (const event of agent.run("go")) {
      const written = readFileSync(journalPath(dir, id), "utf8").trim().split("\n").length;
      if (event.type === "turn-start") expect(written).toBe(event.turn === 1 ? 2 : 10);
      if (event.type === "reply") expect(written).toBe(event.turn === 1 ? 3 : 11);
    }
    await agent.close();
    const types = readFileSync(journalPath(dir, id), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).type);
    expect(types).toEqual([
      ...["session", "message", "reply", "tool-start", "decision"],
      ...["file-before", "tool-end", "file-after", "turn-end"],
      ...["message", "reply", "turn-end", "run-end"],
    ]);
  });

  it("keeps the conversation from run to run and across processes", async () => {
    const first = scripted([{ text: "one" }, { text: "two" }]);
    await finish(first.agent, "first task");
    await finish(first.agent, "second task");
    await first.agent.close();
    const [id] = await listSessions(first.dir);

    const second = scripted([{ text: "three" }], { dataHome: first.dir, resume: id! });
    await finish(second.agent, "third task");
    await second.agent.close();
    const sent = JSON.stringify(second.requests()[0]!.messages);
    for (const words of ["first task", "one", "second task", "two", "third task"])
      expect(sent).toContain(words);
  });

  it("goes on after an abort with the results that are true", async () => {
    const controller = new AbortController();
    const two = { toolCalls: [...writeFile.toolCalls, { name: "file_read", args: { path: "a.txt" } }] };
    const { agent, requests } = scripted([two, { text: "ok" }]);
    const aborted = (async () => {
      for await (const event of agent.run("go", { signal: controller.signal }))
        if (event.type === "tool-end") controller.abort();
    })();
    await expect(aborted).rejects.toMatchObject({ name: "AbortError" });
    const { result } = await finish(agent);
    expect(result.reason).toBe("done");
    const results = requests()[1]!
      .messages.at(-1)!
      .content.map((block) => JSON.stringify(block));
    expect(results[0]).toContain("Wrote");
    expect(results[1]).toContain("Not run");
    await agent.close();
  });

  it("sends a message again that never got its answer", async () => {
    const { agent, requests } = scripted([new Error("line cut"), { text: "ok" }]);
    await expect(finish(agent, "the task")).rejects.toThrow("line cut");
    await finish(agent);
    expect(requests()[1]!.messages).toEqual(requests()[0]!.messages);
    await agent.close();
  });

  it("shows the checkpoint again after a resume", async () => {
    const note = {
      toolCalls: [{ name: "update_working_checkpoint", args: { key_info: "the door code is 7" } }],
    };
    const first = scripted([note, { text: "noted" }]);
    await finish(first.agent, "remember");
    await first.agent.close();
    const [id] = await listSessions(first.dir);
    const second = scripted([writeFile, { text: "ok" }], { dataHome: first.dir, resume: id! });
    await finish(second.agent, "go on");
    await second.agent.close();
    expect(JSON.stringify(second.requests()[1]!.messages.at(-1))).toContain("the door code is 7");
  });

  it("folds what is far back by the task it belonged to, also after a resume", async () => {
    const turns = Array.from({ length: 22 }, (_, n) => ({
      toolCalls: [{ name: "file_write", args: { path: "a.txt", content: `${n}` } }],
    }));
    const first = scripted([...turns, { text: "done" }]);
    await finish(first.agent, "Write many\nnumbers");
    await first.agent.close();
    const [id] = await listSessions(first.dir);
    const second = scripted([writeFile, { text: "ok" }], { dataHome: first.dir, resume: id! });
    await finish(second.agent, "Now another task");
    await second.agent.close();
    const anchor = JSON.stringify(second.requests()[1]!.messages.at(-1));
    expect(anchor).toMatch(/<earlier_context>\\n\[1–\d\] Write many numbers: /);
  });

  it("refuses a second run at once, a missing folder, and a resume of what has ended", async () => {
    const { agent, dir } = scripted([{ text: "ok" }]);
    const running = agent.run("go");
    await running.next();
    await expect(agent.run("again").next()).rejects.toMatchObject({ code: "busy" });
    await running.return(undefined as never);
    const done = scripted([{ text: "ok" }], { dataHome: dir });
    await finish(done.agent, "go");
    await expect(finish(done.agent)).rejects.toMatchObject({ code: "nothing-to-resume" });
    await Promise.all([agent.close(), done.agent.close()]);
    const nowhere = createAgent({ cwd: join(dir, "none"), dataHome: dir, model: "ollama/x" });
    await expect(nowhere.open()).rejects.toMatchObject({ code: "invalid-options" });
  });

  it("leaves no journal when there is no model", async () => {
    const dir = tempDir();
    writeFileSync(join(dir, "config.json"), "{}");
    const agent = createAgent({ cwd: dir, dataHome: dir, env: {} });
    await expect(agent.open()).rejects.toMatchObject({ code: "no-model" });
    expect(await listSessions(dir)).toEqual([]);
  });
});

it("exports exactly these values", () => {
  expect(Object.keys(surface).sort()).toEqual([
    "AgentBrowser",
    "AgentError",
    "COMPRESS_AFTER_DAYS",
    "Conductor",
    "Conversation",
    "GenericAgent",
    "Journal",
    "ROUND_END",
    "TaskFolder",
    "bridgeFolder",
    "chooseModel",
    "completeSlash",
    "compressSessions",
    "conversationJson",
    "conversationMarkdown",
    "costByModel",
    "createAgent",
    "dataHomePaths",
    "findAgentBrowser",
    "findDataHome",
    "findTasks",
    "isSlash",
    "journalEntryOf",
    "journalPath",
    "listModels",
    "listProviders",
    "listSessions",
    "loadConfig",
    "loadCredentials",
    "lockFile",
    "newSessionId",
    "newTaskName",
    "openHomeMemory",
    "openLink",
    "openPermissions",
    "openQuestion",
    "openSkillHost",
    "permissionReport",
    "planTask",
    "profileOf",
    "readDecisions",
    "readImage",
    "readJournal",
    "runSlash",
    "saveCredential",
    "searchSessions",
    "serveTask",
    "sessionHistory",
    "slashCommands",
    "systemPrompt",
    "taskPath",
    "tokensOf",
    "verifyTask",
  ]);
});

it("runs the README example as it stands", () => {
  const { status, stdout, stderr } = runReadmeExample(fileURLToPath(new URL("..", import.meta.url)));
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(stdout).toContain("file_write done\nI wrote hello.txt. Hello!");
});
