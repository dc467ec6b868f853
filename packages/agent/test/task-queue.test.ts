import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { finish, run, scriptedAgent, write } from "./scripted-agent.js";

describe("GenericAgent.put", () => {
  it("runs tasks in the background, one after another, whether they are read or not", async () => {
    const { agent, requests } = scriptedAgent([
      write("a.txt", "1"),
      { text: "first" },
      { text: "second" },
      { text: "third" },
    ]);
    const handles = ["one", "two", "three"].map((task) => agent.put(task));
    expect(agent.tasks.map(({ status }) => status)).toEqual(["waiting", "waiting", "waiting"]);
    expect((await handles[2]!.result).text).toBe("third");
    expect((await handles[0]!.result).text).toBe("first");
    await agent.idle();
    expect(agent.tasks).toEqual([]);
    expect(JSON.stringify(requests.at(-1)!.messages)).toContain("one");
    expect((await agent.put("four").result.catch((error) => error)).code).toBe("script-used-up");
  });

  it("gives every reader all events, and a late one whole replies in place of their pieces", async () => {
    const { agent } = scriptedAgent([{ text: "a longer answer than one delta" }]);
    const handle = agent.put("go");
    const early: string[] = [];
    for await (const event of handle) early.push(event.type);
    const late: string[] = [];
    for await (const event of handle) late.push(event.type);
    expect(early).toEqual([
      ...["run-start", "turn-start", "text-delta", "text-delta", "text-delta", "text-delta"],
      ...["reply", "turn-end"],
    ]);
    expect(late).toEqual(["run-start", "turn-start", "reply", "turn-end"]);
  });

  it("goes on after a task that failed or was taken out", async () => {
    const { agent, assertDone } = scriptedAgent([new Error("line cut"), { text: "ok" }]);
    const [bad, out, good] = [agent.put("bad"), agent.put("out"), agent.put("good")];
    out.abort();
    await expect(bad.result).rejects.toThrow("line cut");
    await expect(out.result).rejects.toMatchObject({ name: "AbortError" });
    expect((await good.result).text).toBe("ok");
    assertDone();
  });

  it("waits for a run that was started by hand, and may be put into from anywhere", async () => {
    const { agent } = scriptedAgent([{ text: "by hand" }, { text: "queued" }, { text: "later" }]);
    const byHand = agent.run("now");
    await byHand.next();
    const queued = agent.put("then");
    for await (const _ of byHand);
    const result = await queued.result;
    const later = agent.put("from the continuation");
    expect(result.text).toBe("queued");
    expect((await later.result).text).toBe("later");
  });

  it("aborts the running task alone, and a closed agent runs nothing more", async () => {
    const { agent } = scriptedAgent([run("setTimeout(() => {}, 60000); console.log('up')"), { text: "ok" }]);
    const [first, second] = [agent.put("sleep"), agent.put("next")];
    for await (const event of first) if (event.type === "tool-output") agent.abort();
    await expect(first.result).rejects.toMatchObject({ name: "AbortError" });
    expect((await second.result).text).toBe("ok");
    const third = agent.put("never");
    await agent.close();
    await expect(third.result).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("steering", () => {
  it("puts what is said into the next message, and into the checkpoint", async () => {
    const { agent, requests } = scriptedAgent([write("a.txt", "1"), { text: "ok" }]);
    const handle = agent.put("go");
    for await (const event of handle)
      if (event.type === "tool-start") {
        agent.intervene("write to b.txt instead");
        await agent.setKeyInfo("the user likes b");
      }
    const last = JSON.stringify(requests[1]!.messages.at(-1));
    expect(last).toContain("[MASTER] write to b.txt instead");
    expect(last).toContain("the user likes b");
  });

  it("keeps a run going that would have ended", async () => {
    const { agent, requests, assertDone } = scriptedAgent([{ text: "done" }, { text: "and that too" }]);
    const handle = agent.put("go");
    for await (const event of handle)
      if (event.type === "turn-start" && event.turn === 1) agent.intervene("do that too");
    expect((await handle.result).turns).toBe(2);
    expect(JSON.stringify(requests[1]!.messages.at(-1))).toContain("do that too");
    assertDone();
  });

  it("gives what came too late to the next task, once", async () => {
    const { agent, requests } = scriptedAgent([{ text: "one" }, { text: "two" }, { text: "three" }]);
    await finish(agent, "first");
    agent.intervene("too late");
    await finish(agent, "second");
    await finish(agent, "third");
    expect(JSON.stringify(requests[1]!.messages.at(-1))).toContain("too late");
    expect(JSON.stringify(requests[2]!.messages.at(-1))).not.toContain("too late");
  });
});

describe("images in a task", () => {
  const PNG =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

  it("are read from their paths and shown", async () => {
    const { agent, dir, requests } = scriptedAgent([{ text: "a dot" }]);
    writeFileSync(join(dir, "dot.png"), Buffer.from(PNG, "base64"));
    await agent.put({ text: "what is it?", images: ["dot.png"] }).result;
    expect(requests[0]!.messages[0]!.content).toEqual([
      { type: "text", text: "what is it?" },
      { type: "image", mediaType: "image/png", data: PNG },
    ]);
  });

  it("that cannot be read fail the task by name, and nothing is sent", async () => {
    const { agent, dir, requests } = scriptedAgent([]);
    writeFileSync(join(dir, "no.png"), "text");
    for (const path of ["missing.png", "no.png"])
      await expect(agent.put({ text: "look", images: [path] }).result).rejects.toMatchObject({
        code: "unreadable-image",
        message: expect.stringContaining(path),
      });
    expect(requests).toEqual([]);
  });
});

describe("budget and acceptance", () => {
  it("ends a run before the call that would come after its budget", async () => {
    const { agent } = scriptedAgent([write("a.txt", "1"), { text: "never asked" }]);
    await expect(finish(agent, "go", { budget: { tokens: 15 } })).rejects.toMatchObject({
      code: "budget-spent",
    });
    expect((await finish(agent)).result.text).toBe("never asked");
  });

  it("lets an answer pass that spends the budget", async () => {
    const { agent } = scriptedAgent([{ text: "short" }]);
    expect((await finish(agent, "go", { budget: { tokens: 1 } })).result.text).toBe("short");
  });

  it("refuses an early done, tells the model why, and ends after two rounds of mending", async () => {
    const { agent, requests } = scriptedAgent([{ text: "done" }, { text: "done now" }, { text: "really" }]);
    const seen: string[] = [];
    const { result } = await finish(agent, "go", {
      accept: async (answer) => {
        seen.push(answer);
        return { accepted: false, why: "b.txt is missing" };
      },
    });
    expect(seen).toEqual(["done", "done now", "really"]);
    expect(result).toMatchObject({ reason: "no-progress", why: expect.stringContaining("b.txt is missing") });
    expect(JSON.stringify(requests[1]!.messages.at(-1))).toContain("b.txt is missing");
  });
});

describe("models and side questions", () => {
  it("switches the model in the middle of a run and keeps the history", async () => {
    const { agent, models, requests } = scriptedAgent([write("a.txt", "1"), { text: "ok" }]);
    for await (const event of agent.put("go"))
      if (event.type === "tool-start") await agent.switchModel("scripted/b");
    expect(models.at(-1)).toBe("scripted/b");
    expect(requests[1]!.messages).toHaveLength(3);
  });

  it("answers aside from the conversation, without tools, and stores nothing", async () => {
    const { agent, requests } = scriptedAgent([
      write("a.txt", "1"),
      { text: "It was a.txt." },
      { text: "ok" },
    ]);
    const handle = agent.put("go");
    let answer = "";
    for await (const event of handle)
      if (event.type === "tool-end")
        for await (const piece of agent.aside("which file?"))
          if (piece.type === "text-delta") answer += piece.text;
    expect(answer).toBe("It was a.txt.");
    expect(requests[1]).toMatchObject({ tools: [] });
    expect(JSON.stringify(requests[1]!.messages)).toContain("[called file_write");
    expect(JSON.stringify(requests[2]!.messages)).not.toContain("which file?");
    const { conversation } = await agent.open();
    expect(JSON.stringify(conversation.history)).not.toContain("It was a.txt.");
  });
});
