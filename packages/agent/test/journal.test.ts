import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyUsage, userMessage } from "@genericagent/core-loop";
import { SecretMask } from "@genericagent/tools";
import { describe, expect, it } from "vitest";
import {
  Journal,
  type JournalEntry,
  journalPath,
  listSessions,
  newSessionId,
  readJournal,
} from "../src/index.js";
import { tempDir } from "./temp-dir.js";

const header = (id: string): JournalEntry => ({
  type: "session",
  version: 1,
  id,
  at: "",
  cwd: "/",
  model: "a/b",
});
const message = (text: string): JournalEntry => ({
  type: "message",
  at: "",
  turn: 1,
  message: userMessage(text),
});
const answer: JournalEntry = {
  type: "reply",
  turn: 1,
  message: { role: "assistant", content: [{ type: "text", text: "ok" }] },
  stopReason: "end-turn",
  usage: emptyUsage(),
};

async function write(dir: string, id: string, entries: JournalEntry[], secrets: Record<string, string> = {}) {
  const journal = await Journal.open(dir, id, new SecretMask(secrets));
  for (const entry of entries) await journal.append(entry);
  await journal.close();
}

describe("Journal", () => {
  it("reads back what was written, in a file that only the owner can read", async () => {
    const dir = tempDir();
    await write(dir, "s1", [header("s1"), message("hello"), answer]);
    const { conversation, unreadable } = await readJournal(dir, "s1");
    expect(unreadable).toEqual([]);
    expect(conversation.header?.model).toBe("a/b");
    expect(conversation.history.map(({ role }) => role)).toEqual(["user", "assistant"]);
  });

  it("passes over a line cut at any byte and goes on behind it", async () => {
    const lines = [header("s"), message("one"), answer].map((entry) => `${JSON.stringify(entry)}\n`);
    const whole = lines.join("");
    for (let cut = lines[0]!.length; cut < whole.length; cut += 7) {
      const dir = tempDir();
      mkdirSync(join(dir, "memory", "L4_raw_sessions"), { recursive: true });
      writeFileSync(journalPath(dir, "s"), whole.slice(0, cut));
      await write(dir, "s", [message("two"), answer]);
      const { conversation, unreadable } = await readJournal(dir, "s");
      expect(unreadable.length).toBeLessThanOrEqual(1);
      expect(conversation.history.at(-2)).toEqual(userMessage("two"));
    }
  });

  it("never writes a secret", async () => {
    const dir = tempDir();
    await write(dir, "s", [header("s"), message("the key is sk-very-secret.")], { MY_KEY: "sk-very-secret" });
    expect(readFileSync(journalPath(dir, "s"), "utf8")).toContain("the key is [secret MY_KEY].");
  });

  it("lists sessions, latest first, and names them when one is unknown", async () => {
    const dir = tempDir();
    const [first, second] = [newSessionId(new Date(0)), newSessionId(new Date(1e12))];
    await write(dir, first, [header(first)]);
    await write(dir, second, [header(second)]);
    appendFileSync(join(dir, "memory", "L4_raw_sessions", "notes.txt"), "x");
    expect(await listSessions(dir)).toEqual([second, first]);
    await expect(readJournal(dir, "nope")).rejects.toThrow(`Latest: ${second}, ${first}.`);
  });

  it("belongs to one process at a time, and to nobody once that one has ended", async () => {
    const dir = tempDir();
    const journal = await Journal.open(dir, "s");
    await expect(Journal.open(dir, "s")).rejects.toMatchObject({
      code: "busy",
      message: expect.stringContaining(`pid ${process.pid}`),
    });
    await journal.close();
    const ended = spawnSync(process.execPath, ["-e", ""]).pid;
    writeFileSync(`${journalPath(dir, "s")}.lock`, String(ended));
    const again = await Journal.open(dir, "s");
    await again.close();
    expect(existsSync(`${journalPath(dir, "s")}.lock`)).toBe(false);
  });

  it("says what to do when the data home cannot be written", async () => {
    const file = join(tempDir(), "file");
    writeFileSync(file, "");
    await expect(Journal.open(file, "s")).rejects.toMatchObject({
      code: "data-home",
      message: expect.stringContaining("Set GA_HOME"),
    });
  });
});
