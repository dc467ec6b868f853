import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listSessions, readJournal } from "../src/index.js";
import { finish, patch, scriptedAgent, write } from "./scripted-agent.js";

const BYTES = Buffer.from([0xff, 0x00, 0x41, 0x0d, 0x0a, 0x80]);

async function threeTasks() {
  const made = scriptedAgent([
    ...[write("new.txt", "one"), { text: "A" }],
    ...[patch("old.txt", "price: 5", "price: 6"), { text: "B" }],
    ...[write("new.txt", "two"), write("raw.bin", "text now"), { text: "C" }],
    ...[{ text: "D" }],
  ]);
  const at = (name: string) => join(made.dir, name);
  writeFileSync(at("old.txt"), Buffer.from("caf\xe9 price: 5\r\n", "latin1"));
  writeFileSync(at("raw.bin"), BYTES);
  chmodSync(at("raw.bin"), 0o640);
  for (const task of ["first", "second", "third"]) await finish(made.agent, task);
  return { ...made, at };
}

describe("rewind", () => {
  it("goes back to a turn: conversation, files byte for byte, and the next request", async () => {
    const { agent, at, requests } = await threeTasks();
    const { turn, restored } = await agent.rewind(2);
    expect(turn).toBe(2);
    expect(restored.sort()).toEqual([at("new.txt"), at("old.txt"), at("raw.bin")].sort());
    expect(readFileSync(at("new.txt"), "utf8")).toBe("one");
    expect(readFileSync(at("old.txt"), "latin1")).toBe("caf\xe9 price: 5\r\n");
    expect(readFileSync(at("raw.bin"))).toEqual(BYTES);
    expect(statSync(at("raw.bin")).mode & 0o777).toBe(0o640);
    await finish(agent, "another way");
    const sent = JSON.stringify(requests.at(-1)!.messages);
    expect(sent).toContain("first");
    expect(sent).not.toContain("second");
    expect(sent).not.toContain("third");
  });

  it("removes a file that was not there, and brings all back when it is undone", async () => {
    const { agent, at } = await threeTasks();
    const written = readFileSync(at("raw.bin"));
    await agent.rewind(0);
    expect(existsSync(at("new.txt"))).toBe(false);
    expect((await agent.open()).conversation.turns).toBe(0);
    const { turn } = await agent.undoRewind();
    expect(turn).toBe(7);
    expect(readFileSync(at("new.txt"), "utf8")).toBe("two");
    expect(readFileSync(at("raw.bin"))).toEqual(written);
    await expect(agent.undoRewind()).rejects.toMatchObject({ code: "nothing-to-undo" });
  });

  it("refuses when a file changed since, names it, and touches none", async () => {
    const { agent, at } = await threeTasks();
    writeFileSync(at("raw.bin"), "the user's own");
    await expect(agent.rewind(2)).rejects.toMatchObject({
      code: "files-changed",
      message: expect.stringContaining(at("raw.bin")),
    });
    expect(readFileSync(at("new.txt"), "utf8")).toBe("two");
    expect((await agent.open()).conversation.turns).toBe(7);
    expect((await agent.rewind(2, { files: "keep" })).restored).toEqual([]);
    expect(readFileSync(at("new.txt"), "utf8")).toBe("two");
  });

  it("is in the journal, so another process stands at the same place", async () => {
    const { agent, dir } = await threeTasks();
    await agent.rewind(4);
    const [id] = await listSessions(`${dir}/home`);
    const { conversation } = await readJournal(`${dir}/home`, id!);
    expect(conversation.turns).toBe(4);
    expect(conversation.ended).toBe("done");
    await agent.undoRewind();
    expect((await readJournal(`${dir}/home`, id!)).conversation.turns).toBe(7);
  });

  it("goes into the middle of a task with the true result of its last call", async () => {
    const { agent, requests } = await threeTasks();
    await agent.rewind(5);
    await finish(agent);
    expect(JSON.stringify(requests.at(-1)!.messages.at(-1))).toContain("Wrote 3 bytes");
  });

  it("refuses a turn that there is not, and while a task runs", async () => {
    const { agent } = await threeTasks();
    await expect(agent.rewind(8)).rejects.toMatchObject({ code: "unknown-turn" });
    const running = agent.run("go");
    await running.next();
    await expect(agent.rewind(0)).rejects.toMatchObject({ code: "busy" });
    await running.return(undefined as never);
  });
});

describe("fork", () => {
  it("goes on in a session of its own from any turn", async () => {
    const { agent, requests, dir } = await threeTasks();
    const other = await agent.fork(2);
    await finish(other, "elsewhere");
    const { id, conversation } = await other.open();
    expect(conversation.header?.forkedFrom).toEqual({ id: (await agent.open()).id, turn: 2 });
    expect(JSON.stringify(requests.at(-1)!.messages)).not.toContain("second");
    await other.close();
    expect(await listSessions(`${dir}/home`)).toContain(id);
    expect((await agent.open()).conversation.turns).toBe(7);
  });
});
