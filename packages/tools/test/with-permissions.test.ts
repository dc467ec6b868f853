import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import type {
  PermissionAnswer,
  PermissionDecision,
  PermissionPorts,
  PermissionRequest,
  PermissionRule,
  Preset,
} from "../src/index.js";
import { policyOf } from "../src/index.js";
import { type Answer, replyOf, temporaryFolder, toolBench, toolCall } from "./tool-bench.js";

const answering = (...answers: PermissionAnswer[]) => {
  const requests: PermissionRequest[] = [];
  const kept: PermissionRule[] = [];
  const ports: Partial<PermissionPorts> = {
    askPermission: async (request) => {
      requests.push(request);
      return answers[requests.length - 1]!;
    },
    keepRules: async (rules) => void kept.push(...rules),
  };
  return { requests, kept, ports };
};

const yes: PermissionAnswer = { decision: "allow" };
const no: PermissionAnswer = { decision: "deny" };

const bench = (preset: Preset, ports: Partial<PermissionPorts> = {}, cwd = temporaryFolder()) =>
  toolBench({ cwd, permissions: { policy: policyOf({ preset }), ...ports } });

const decisionOf = ({ events }: Answer): PermissionDecision => {
  const notice = events.find(({ type }) => type === "notice");
  expect(notice).toMatchObject({ code: "permission-decision" });
  return (notice as { data: PermissionDecision }).data;
};

describe("without a port", () => {
  it("runs everything unasked and says nothing", async () => {
    const answer = await toolBench().call("file_write", { path: "a.txt", content: "x" });
    expect(answer.isError).toBeUndefined();
    expect(answer.events).toEqual([]);
  });
});

describe("a call that the policy allows", () => {
  it("runs, and its decision is an event with the rule", async () => {
    const { call, cwd } = bench("auto");
    const answer = await call("file_write", { path: "a.txt", content: "x" });
    expect(answer.text).toContain("Wrote");
    expect(decisionOf(answer)).toMatchObject({
      tool: "file_write",
      decision: "allow",
      by: "rule",
      actions: [
        {
          kind: "write-inside",
          target: join(cwd, "a.txt"),
          decision: "allow",
          rule: "auto: allow read, write-inside, memory-write",
        },
      ],
    });
  });

  it("needs no decision where it touches nothing but the conversation", async () => {
    const { call } = bench("read-only");
    const answer = await call("update_working_checkpoint", { key_info: "k" });
    expect(answer.text).toBe("Noted.");
    expect(answer.events).toEqual([]);
  });

  it("allows in the sandbox what is asked without it", async () => {
    const script = { type: "javascript", script: "console.log(6 * 7)" };
    expect((await bench("auto", { isSandboxed: () => true }).call("code_run", script)).text).toContain("42");
    const outside = await bench("auto", { isSandboxed: () => false }).call("code_run", script);
    expect(outside.text).toContain("Not permitted: run: javascript");
  });
});

describe("a call that the policy forbids", () => {
  it("is answered, and nothing is done", async () => {
    const { call, cwd } = bench("read-only", answering(yes).ports);
    const answer = await call("file_write", { path: "a.txt", content: "x" });
    expect(answer).toMatchObject({ isError: true });
    expect(answer.text).toContain("Not permitted: write in the workspace");
    expect(answer.text).toContain("read-only: deny everything else");
    expect(existsSync(join(cwd, "a.txt"))).toBe(false);
    expect(decisionOf(answer)).toMatchObject({ decision: "deny", by: "rule" });
  });

  it("is not asked even where another part of it would be", async () => {
    const { requests, ports } = answering(yes);
    const policy = policyOf({ preset: "careful", rules: [{ decision: "deny", action: "network" }] });
    const { call } = bench("careful", { ...ports, policy });
    const answer = await call("code_run", { type: "bash", script: "make; curl https://x.example" });
    expect(answer.text).toContain("Not permitted: speak to: x.example");
    expect(requests).toEqual([]);
  });
});

describe("a call that is asked", () => {
  it("tells the model what to do where nobody can be asked", async () => {
    const { call, cwd } = bench("careful");
    const answer = await call("file_write", { path: "a.txt", content: "x" });
    expect(answer.text).toContain("nobody can be asked here");
    expect(answer.text).toContain("--permissions");
    expect(existsSync(join(cwd, "a.txt"))).toBe(false);
    expect(decisionOf(answer)).toMatchObject({
      decision: "deny",
      by: "nobody",
      actions: [{ decision: "ask" }],
    });
  });

  it("shows a diff of what a file will become", async () => {
    const { requests, ports } = answering(yes, yes);
    const { call, cwd } = bench("careful", ports);
    writeFileSync(join(cwd, "a.txt"), "one\ntwo\nthree\n");
    await call("file_write", { path: "a.txt", content: "one\n2\nthree\n" });
    await call("file_patch", { path: "a.txt", old_content: "2", new_content: "zwei" });
    expect(requests.map(({ preview }) => preview)).toEqual([
      { kind: "diff", text: "  one\n- two\n+ 2\n  three" },
      { kind: "diff", text: "- 2\n+ zwei" },
    ]);
    expect(readFileSync(join(cwd, "a.txt"), "utf8")).toBe("one\nzwei\nthree\n");
  });

  it.each([
    ["UTF-16LE", "utf16le", Buffer.from([0xff, 0xfe])],
    ["UTF-8 with a mark", "utf8", Buffer.from([0xef, 0xbb, 0xbf])],
    ["GB18030", "gb18030", Buffer.alloc(0)],
  ])("D3: compares with the file in its own encoding: %s", async (_, encoding, bom) => {
    const { requests, ports } = answering(no, no, no);
    const { call, cwd } = bench("careful", ports);
    const old = "第一行是这样写的\r\n第二行\r\n第三行也是这样\r\n";
    writeFileSync(join(cwd, "a.txt"), Buffer.concat([bom, iconv.encode(old, encoding)]));
    await call("file_write", { path: "a.txt", content: "第一行是这样写的\n第 2 行\n第三行也是这样\n" });
    await call("file_write", { path: "a.txt", content: "第四行\n", mode: "append" });
    await call("file_write", { path: "a.txt", content: "第四行\n", mode: "append", encoding });
    expect(requests.map(({ preview }) => preview.text)).toEqual([
      "  第一行是这样写的\n- 第二行\n+ 第 2 行\n  第三行也是这样",
      "  第二行\n  第三行也是这样\n+ 第四行",
      "  第二行\n  第三行也是这样\n+ 第四行",
    ]);
  });

  it("says what it cannot compare with, so that it does not look like a new file", async () => {
    const { requests, ports } = answering(no, no, no);
    const { call, cwd } = bench("careful", ports);
    writeFileSync(join(cwd, "large.txt"), "x".repeat(2 ** 20 + 1));
    writeFileSync(join(cwd, "a.png"), Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"));
    for (const path of ["large.txt", "a.png", "."]) await call("file_write", { path, content: "x" });
    expect(requests.map(({ preview }) => preview.text)).toEqual([
      "(What is there, 1048577 bytes, is not compared: too large.)\n+ x",
      "(What is there, 16 bytes, is not compared: binary.)\n+ x",
      expect.stringMatching(/is not compared: no regular file\.\)\n\+ x$/),
    ]);
  });

  it("judges a script with CRLF as it will run", async () => {
    const { requests, ports } = answering(no);
    const { call } = bench("auto", ports);
    await call("code_run", { type: "bash", script: "rm -rf .git\r\necho done\r\n" });
    expect(requests[0]!.actions[0]!.danger).toMatch(/git's own files/);
    expect(requests[0]!.preview.text).toBe("rm -rf .git\necho done\n");
  });

  it("shows the code, and only what has to be asked", async () => {
    const { requests, ports } = answering(no);
    const { call } = bench("careful", ports);
    const script = "cat a.txt | git hash-object --stdin; echo done";
    const answer = await call("code_run", { type: "bash", script });
    expect(requests[0]!.preview).toEqual({ kind: "code", text: script });
    expect(requests[0]!.actions.map(({ target }) => target)).toEqual(["git hash-object --stdin"]);
    expect(answer.text).toContain("The user said no.");
  });

  it("passes on the reason for a no", async () => {
    const { ports } = answering({ decision: "deny", reason: "use the other file" });
    const answer = await bench("careful", ports).call("file_write", { path: "a", content: "" });
    expect(answer.text).toContain("The user said no: use the other file.");
    expect(decisionOf(answer)).toMatchObject({ decision: "deny", by: "user" });
  });

  it.for(["session", "always"] as const)(
    "is asked once where the yes is remembered for %s",
    async (remember) => {
      const { requests, kept, ports } = answering({ decision: "allow", remember }, no);
      const { call, cwd } = bench("careful", ports);
      const first = await call("file_write", { path: "a.txt", content: "x" });
      const second = await call("file_write", { path: "b.txt", content: "x" });
      expect(decisionOf(first)).toMatchObject({ by: "user", remembered: remember });
      expect(decisionOf(second)).toMatchObject({ by: "rule", decision: "allow" });
      expect(requests).toHaveLength(1);
      const rule = { decision: "allow", action: "write-inside", workspace: cwd };
      expect(kept).toEqual(remember === "always" ? [rule] : []);
      expect((await call("code_run", { type: "javascript", script: "1" })).text).toContain(
        "The user said no",
      );
    },
  );

  it("is asked each time where it is dangerous", async () => {
    const { requests, ports } = answering({ decision: "allow", remember: "always" }, no);
    const { call, cwd } = bench("auto", { ...ports, isSandboxed: () => true });
    writeFileSync(join(cwd, ".env"), "X=1");
    await call("file_read", { path: ".env" });
    const again = await call("file_read", { path: ".env" });
    expect(requests.map(({ rules }) => rules)).toEqual([[], []]);
    expect(again.text).toContain("The user said no");
  });

  it("ends with the run where that is aborted while the user thinks", async () => {
    const controller = new AbortController();
    const { start } = bench("careful", {
      askPermission: async () => {
        controller.abort();
        return yes;
      },
    });
    const call = toolCall("file_write", { path: "a.txt", content: "x" });
    const running = start(call, replyOf("", call), controller.signal);
    await expect(running.next()).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("paths", () => {
  const kindsOf = async (name: string, args: object, prepare: (cwd: string) => void = () => {}) => {
    const cwd = join(temporaryFolder(), "work");
    mkdirSync(join(cwd, "sub"), { recursive: true });
    mkdirSync(join(cwd, "../other"));
    prepare(cwd);
    const answer = await bench("full", {}, cwd).call(name, { ...args });
    return decisionOf(answer).actions.map(
      ({ kind, target }) => `${kind} ${target.replace(join(cwd, ".."), "")}`,
    );
  };
  const write = { content: "x" };

  it("are taken where they really lead", async () => {
    expect(await kindsOf("file_write", { path: "sub/../a", ...write })).toEqual(["write-inside /work/a"]);
    expect(await kindsOf("file_write", { path: "../other/a", ...write })).toEqual(["write-outside /other/a"]);
    expect(await kindsOf("file_write", { path: "sub/../../work2/a", ...write })).toEqual([
      "write-outside /work2/a",
    ]);
    const link = (cwd: string) => symlinkSync("../other", join(cwd, "link"));
    expect(await kindsOf("file_write", { path: "link/a", ...write }, link)).toEqual([
      "write-outside /other/a",
    ]);
    expect(await kindsOf("file_write", { path: "link/new/a", ...write }, link)).toEqual([
      "write-outside /other/new/a",
    ]);
    const file = (cwd: string) => symlinkSync("../other/gone", join(cwd, "dangling"));
    expect(await kindsOf("file_write", { path: "dangling", ...write }, file)).toEqual([
      "write-outside /other/gone",
    ]);
    const ring = (cwd: string) => symlinkSync("ring", join(cwd, "ring"));
    expect(await kindsOf("file_read", { path: "ring" }, ring)).toEqual(["read /work/ring"]);
  });

  it("count the files whose lines a write takes in", async () => {
    const content = "{{file:../other/x:1:2}}";
    expect(await kindsOf("file_write", { path: "a", content })).toEqual([
      "write-inside /work/a",
      "read /other/x",
    ]);
    expect(await kindsOf("file_patch", { path: "a", old_content: "x", new_content: content })).toEqual([
      "write-inside /work/a",
      "read /other/x",
    ]);
  });

  it("that no file can have are left to the tool's own answer", async () => {
    const answer = await bench("read-only").call("file_write", { path: "a\0b", content: "" });
    expect(answer.text).toContain("NUL");
    expect((await bench("read-only").call("file_read", { path: " " })).text).toContain("The path is empty");
  });

  it("keep the agent's own folder apart from the workspace", async () => {
    const cwd = temporaryFolder();
    const dataHome = join(cwd, ".genericagent");
    mkdirSync(join(dataHome, "memory/L4_raw_sessions"), { recursive: true });
    const { call } = bench("unattended", { dataHome }, cwd);
    const write = (path: string) => call("file_write", { path: `.genericagent/${path}`, content: "{}" });
    expect((await write("config.json")).text).toContain("the agent's own settings");
    expect((await write("permissions.json")).text).toContain("the agent's own settings");
    expect((await write("memory/L4_raw_sessions/x.jsonl")).text).toContain("the agent's own settings");
    const memory = await write("memory/global_mem.txt");
    expect(decisionOf(memory)).toMatchObject({ decision: "allow", actions: [{ kind: "memory-write" }] });
    const script = { type: "bash", script: "echo {} > .genericagent/permissions.json" };
    expect((await call("code_run", script)).text).toContain("the agent's own settings");
  });
});
