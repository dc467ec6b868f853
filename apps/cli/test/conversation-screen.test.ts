import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type AgentOptions, createAgent } from "@genericagent/agent";
import { ScriptedSession, type SessionScript } from "@genericagent/llm/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { askPermission } from "../src/ask-permission.js";
import { ConversationScreen } from "../src/terminal/conversation-screen.js";
import { place } from "./run-ga.js";
import { VirtualTerminal } from "./virtual-terminal.js";

/** A conversation with a scripted model on a terminal in memory. */
function conversation(script: SessionScript, options: AgentOptions = {}) {
  const { cwd, dataHome } = place();
  const terminal = new VirtualTerminal();
  const keys = new PassThrough();
  const model = new ScriptedSession(script);
  const agent = createAgent({
    ...{ cwd, dataHome, permissions: "full", createSession: (history) => model.fork(history) },
    askPermission: (request, signal) =>
      screen.aside(() => askPermission(request, signal, { input: keys, output: sink(terminal) })),
    ...options,
  });
  const screen = new ConversationScreen(agent, join(dataHome, "prompt_history"), terminal);
  const left = screen.run(keys);
  onTestFinished(() => agent.close());
  const until = async (words: string | RegExp) => {
    for (const end = performance.now() + 30_000; performance.now() < end; ) {
      if (typeof words === "string" ? terminal.text.includes(words) : words.test(terminal.text)) return;
      await sleep(20);
    }
    throw new TypeError(`"${words}" never showed. The terminal:\n${terminal.text}`);
  };
  return {
    terminal,
    keys,
    model,
    agent,
    cwd,
    dataHome,
    left,
    until,
    type: (text: string) => keys.write(text),
  };
}

const sink = (terminal: VirtualTerminal): Writable => {
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      terminal.write(chunk.toString().replaceAll("\n", "\r\n"));
      done();
    },
  });
  return Object.assign(output, { isTTY: true, columns: terminal.columns });
};

/** Runs until there is a file `go`. */
const held = {
  toolCalls: [
    {
      name: "code_run",
      args: {
        type: "javascript",
        script:
          "import('node:fs').then(({ existsSync }) => { const t = setInterval(() => existsSync('go') && clearInterval(t), 20); })",
      },
    },
  ],
};
const endless = {
  toolCalls: [{ name: "code_run", args: { type: "javascript", script: "setTimeout(() => {}, 60000)" } }],
};
const write = { toolCalls: [{ name: "file_write", args: { path: "a.txt", content: "one\ntwo\n" } }] };

describe("the conversation screen", () => {
  it("shows the task, the answer in Markdown, and the status; Ctrl-D leaves", async () => {
    const { type, until, terminal, left, dataHome } = conversation([
      { text: "It is **done**:\n\n- a\n- b\n" },
    ]);
    await until("turn 0");
    type("do it\r");
    await until("1 turn");
    await until("turn 1");
    expect(terminal.text).toMatch(/› do it\n\nIt is done:\n\n• a\n• b\n\ndone · 1 turn/);
    type("\u0004");
    await left;
    expect(terminal.text).not.toContain("turn 1 ·");
    expect(readFileSync(join(dataHome, "prompt_history"), "utf8")).toBe("do it\n");
  });

  it("takes words for the running task, side questions, and an abort", async () => {
    const { type, until, model, cwd } = conversation(({ messages, tools }) => {
      if (tools.length === 0) return { text: "It is a.txt." };
      return messages.length === 1 ? held : endless;
    });
    await until("turn 0");
    type("go\r");
    await until("code_run");
    type("/btw which file?\r");
    await until("It is a.txt.");
    type("look at b.txt\r");
    await until("said to the running task");
    writeFileSync(join(cwd, "go"), "");
    await until(/✓ code_run/);
    type("/undo\r");
    await until("has to wait");
    await until("code_run javascript setTimeout(() => {}, 60000)"); // the model was asked again
    type("\u0003");
    await until("aborted ·");
    const sent = model.requests.map(({ messages }) => JSON.stringify(messages.at(-1)));
    expect(sent.at(-1)).toContain("[MASTER] look at b.txt");
  });

  it("a stray Enter permits nothing; a written yes does, and the diff is shown", async () => {
    const { type, until, cwd } = conversation([write, { text: "not written" }, write, { text: "written" }], {
      permissions: "careful",
    });
    await until("turn 0");
    type("go\r");
    type("\r");
    await until("or say why not");
    type("\r");
    await until(/not written\n\ndone/);
    expect(existsSync(join(cwd, "a.txt"))).toBe(false);
    type("again\r");
    await until(/May file_write[\s\S]*May file_write[\s\S]*say why not/);
    type("y\r");
    await until(/done[\s\S]*\nwritten\n\ndone/);
    expect(readFileSync(join(cwd, "a.txt"), "utf8")).toBe("one\ntwo\n");
    await until(/✓ file_write a\.txt.*\n {2}\+ one\n {2}\+ two/);
  });

  it("completes files and commands, and Ctrl-O unfolds a call", async () => {
    const { type, until, terminal, cwd } = conversation([
      {
        toolCalls: [
          { name: "code_run", args: { type: "javascript", script: "console.log('x'.repeat(3) + 'yz')" } },
        ],
      },
      { text: "ok" },
    ]);
    writeFileSync(join(cwd, "orders.csv"), "");
    await until("turn 0");
    type("read @ord");
    await until(/› read @ord\n {2}orders\.csv/);
    type("\t");
    await until("› read @orders.csv");
    expect(terminal.cursor.column).toBe(2 + "read @orders.csv ".length);
    type("\r");
    await until("done · 2 turns");
    type("\u000f");
    await until("console.log('x'.repeat(3) + 'yz')");
    type("/cos");
    await until("tokens and dollars");
    type("\t");
    type("\r");
    await until("› scripted/test-model │".slice(2));
  });

  it("completes names with blanks in quotes, the keys of /session, and scrolls a long menu", async () => {
    const { type, until, terminal, cwd } = conversation([]);
    writeFileSync(join(cwd, "two words.md"), "");
    await until("turn 0");
    type("@wor");
    await until("  two words.md");
    type("\t");
    await until('› @"two words.md"');
    type("\u0003/session.eff");
    await until("  effort=");
    type("\t");
    await until("› /session.effort=");
    type("\u0003/");
    await until("… 7 more");
    expect(terminal.text).not.toContain("/help  this list");
    type("\u001b[A");
    await until("/help  this list");
  });

  it("Ctrl-C empties the line first, Esc stops at once and keeps it; on an empty line a second Ctrl-C leaves", async () => {
    const { type, until, terminal, left } = conversation(() => endless);
    await until("turn 0");
    type("go\r");
    await until("code_run");
    type("draft");
    await until("› draft");
    type("\u0003");
    await until(/›$/);
    expect(terminal.text).not.toContain("aborted ·");
    type("note");
    await until("› note");
    type("\u001b");
    await until("– code_run javascript setTimeout(() => {}, 60000): stopped");
    await until(/aborted ·[\s\S]*› note$/);
    type("\u0003");
    await until(/›$/);
    type("\u0003");
    await until("Ctrl-C once more leaves");
    type("\u0003");
    await left;
  });

  it("Ctrl-C at a question stops the task", async () => {
    const { type, until, cwd } = conversation([write], { permissions: "careful" });
    await until("turn 0");
    type("go\r");
    await until("or say why not");
    type("\u0003");
    await until("– file_write a.txt: stopped");
    await until("aborted ·");
    expect(existsSync(join(cwd, "a.txt"))).toBe(false);
  });

  it("says only in the details that a run was not worth a skill", async () => {
    const { type, until, terminal } = conversation([write, { text: "ok" }]);
    await until("turn 0");
    type("go\r");
    await until("done · 2 turns");
    expect(terminal.text).not.toContain("Not kept");
    type("\u000f");
    await until("Not kept as a skill");
  });

  it("takes a paste as one entry, with its line ends", async () => {
    const { type, until, model } = conversation([{ text: "ok" }, { text: "ok too" }]);
    await until("turn 0");
    type("\u001b[200~one\rtwo\u001b[201~");
    await until("  two");
    type("\r");
    await until("done · 1 turn");
    type("three\rfour\r");
    await until("ok too");
    expect(
      model.requests.map(({ messages }) => (messages.at(-1)!.content.at(-1) as { text: string }).text),
    ).toEqual(["one\ntwo", "three\nfour"]);
  });

  it("tells errors of commands and of the model, and goes on", async () => {
    const { type, until } = conversation([new Error("line cut"), { text: "fine" }]);
    await until("turn 0");
    type("/nothing\r");
    await until("There is no command /nothing");
    type("go\r");
    await until("ga: line cut");
    type("again\r");
    await until("fine");
  });
});
