import { spawnSync } from "node:child_process";
import { getEventListeners } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { groupMembers } from "../src/code-run/process-group.js";
import { isAlive, outputOf, replyOf, toolBench, toolCall } from "./tool-bench.js";

const bash = (script: string, more: object = {}) => ({ type: "bash", script, ...more });
const python = (script: string, more: object = {}) => ({ type: "python", script, ...more });
const javascript = (script: string, more: object = {}) => ({ type: "javascript", script, ...more });

it("runs each language, its status first", async () => {
  const { call } = toolBench();
  expect(await call("code_run", bash("echo $((6*7))"))).toMatchObject({ text: "exit 0\n42" });
  expect(await call("code_run", python("print(6*7)"))).toMatchObject({ text: "exit 0\n42" });
  expect(await call("code_run", javascript("console.log(await 42)"))).toMatchObject({ text: "exit 0\n42" });
  expect(await call("code_run", bash("true"))).toMatchObject({ text: "exit 0\n(no output)" });
});

it("bash: code with the line ends of Windows runs", async () => {
  const script = "for i in 1 2; do\r\n  echo $i\r\ndone\r\n";
  expect((await toolBench().call("code_run", bash(script))).text).toBe("exit 0\n1\n2");
});

it("names the exit code and marks the result as an error", async () => {
  const { call } = toolBench();
  expect(await call("code_run", bash("echo no >&2; exit 3"))).toMatchObject({
    text: "exit 3\nno",
    isError: true,
  });
});

it("shows a Python traceback with line numbers and without the temporary file, which is gone", async () => {
  const { call } = toolBench();
  const answer = await call("code_run", python("print(__file__)\n\n1/0"));
  expect(answer.text).toMatch(
    /exit 1\ncode\nTraceback[\s\S]*File "code", line 3[\s\S]*1\/0[\s\S]*ZeroDivisionError/,
  );
  const file = outputOf(answer).split("\n")[0]!;
  expect(file).toMatch(/code\.py$/);
  expect(existsSync(file)).toBe(false);
});

it("javascript: import, require and both at once, also in code too long for an argument", async () => {
  const { call, cwd } = toolBench();
  writeFileSync(join(cwd, "mine.mjs"), "export const x = 5;");
  writeFileSync(join(cwd, "mine.cjs"), "module.exports = 6");
  const codes = [
    ['import { x } from "./mine.mjs"; console.log(x)', "5"],
    ['const y = require("./mine.cjs"); console.log(y)', "6"],
    ['import { x } from "./mine.mjs";\nconst y = require("./mine.cjs"); console.log(x + y)', "11"],
    ['const { x } = await import("./mine.mjs"); console.log(x, require("./mine.cjs"))', "5 6"],
    ["export {}; console.log(typeof process.version)", "string"],
  ];
  for (const [code, output] of codes) {
    expect((await call("code_run", javascript(code!))).text, code).toBe(`exit 0\n${output}`);
    const long = `${code}\n//${"x".repeat(300_000)}\n`;
    expect((await call("code_run", javascript(long))).text, code).toBe(`exit 0\n${output}`);
  }
  const failed = await call("code_run", javascript("1\n\nnull.x"));
  expect(failed.text).toMatch(/exit 1\n[\s\S]*:3\n[\s\S]*TypeError/);
});

it("finds modules beside cwd", async () => {
  const { call, cwd } = toolBench();
  mkdirSync(join(cwd, "inner"));
  writeFileSync(join(cwd, "inner", "mine.py"), "x = 5");
  writeFileSync(join(cwd, "inner", "mine.cjs"), "module.exports = 6");
  expect((await call("code_run", python("import mine; print(mine.x)", { cwd: "inner" }))).text).toBe(
    "exit 0\n5",
  );
  const answer = await call("code_run", javascript('console.log(require("./mine.cjs"))', { cwd: "inner" }));
  expect(answer.text).toBe("exit 0\n6");
});

it("takes the code from the reply's last fitting block", async () => {
  const { call } = toolBench();
  const reply = "```bash\necho one\n```\n```bash\necho two\n```\n```python\nprint('py')\n```\n";
  expect((await call("code_run", { type: "bash" }, reply)).text).toBe("exit 0\ntwo");
  expect((await call("code_run", {}, reply)).text).toBe("exit 0\npy");
  const none = await call("code_run", { type: "javascript" }, reply);
  expect(none).toMatchObject({ isError: true, text: expect.stringContaining("there is no code") });
});

it("runs one call a turn", async () => {
  const bench = toolBench();
  const [first, second] = [toolCall("code_run", bash("echo 1")), toolCall("code_run", bash("echo 2 > two"))];
  const reply = replyOf("", first, second);
  for await (const _ of bench.start(first, reply));
  const { value } = await bench.start(second, reply).next();
  expect(value).toMatchObject({ isError: true, data: expect.stringContaining("one code_run a turn") });
  expect(existsSync(join(bench.cwd, "two"))).toBe(false);
});

it("streams output while the code runs", async () => {
  const bench = toolBench();
  const call = toolCall("code_run", bash('echo first; while [ ! -e go ]; do sleep 0.02; done; echo "last"'));
  const running = bench.start(call, replyOf("", call));
  expect((await running.next()).value).toEqual({ type: "tool-output", callId: call.id, text: "first\n" });
  writeFileSync(join(bench.cwd, "go"), "");
  expect((await running.next()).value).toMatchObject({ text: "last\n" });
  expect(await running.next()).toEqual({ done: true, value: { data: "exit 0\nfirst\nlast\n".trimEnd() } });
});

it("keeps the order of output and errors", async () => {
  const { call } = toolBench();
  const lines = Array.from({ length: 100 }, (_, i) => `${i}`);
  const code = "import os\nfor i in range(100): os.write(1 + i % 2, b'%d\\n' % i)";
  expect((await call("code_run", python(code))).text).toBe(`exit 0\n${lines.join("\n")}`);
  const script = "for i in $(seq 0 99); do echo $i >&$((1 + i % 2)); done";
  expect((await call("code_run", bash(script))).text).toBe(`exit 0\n${lines.join("\n")}`);
});

it("lets programs open their output by name, one run after another", async () => {
  const { call } = toolBench();
  const script =
    "echo 1 > /dev/stderr; echo 2 | tee /dev/stderr > /dev/null; seq 3 4 > /dev/stdout; sleep 30 & echo 5";
  for (let run = 0; run < 3; run++) {
    const { text } = await call("code_run", bash(script));
    expect(text).toMatch(/\n1\n2\n3\n4\n5$/);
    process.kill(Number(/pid (\d+)/.exec(text)![1]), "SIGKILL");
    expect((await call("code_run", bash("echo 6"))).text).toBe("exit 0\n6");
  }
});

it("decodes a character that arrives in two parts", async () => {
  const { call } = toolBench();
  const code = "import os,time\nos.write(1,b'\\xe4\\xbd'); time.sleep(0.1); os.write(1,b'\\xa0\\n')";
  const answer = await call("code_run", python(code));
  expect(answer.text).toBe("exit 0\n你");
  expect(outputOf(answer)).toBe("你\n");
});

it("E1: returns when the command ends though a child holds the pipe, and names the child", async () => {
  const { call, tools } = toolBench();
  const answer = await call("code_run", bash("sleep 60 & echo done", { timeout: 30 }));
  expect(answer.text).toMatch(/^exit 0\nstill running in the background: pid (\d+) \(sleep 60\)\ndone$/);
  const pid = Number(/pid (\d+)/.exec(answer.text)![1]);
  expect(isAlive(pid)).toBe(true);
  const [left] = await tools.background.list();
  expect(left).toMatchObject({ pid, command: "sleep 60" });
  process.kill(-left!.group, "SIGKILL");
  await expect.poll(() => tools.background.list()).toEqual([]);
});

it("E2: no grandchild survives the timeout, not even one that ignores SIGTERM", async () => {
  const { call, cwd } = toolBench();
  const script = `echo $$; bash -c 'trap "" TERM; sleep 2; touch canary' & sleep 60`;
  const answer = await call("code_run", bash(script, { timeout: 0.3 }));
  expect(answer.text).toContain("Raise timeout, or start long work in the background");
  expect(answer).toMatchObject({ isError: true, text: expect.stringMatching(/^timed out after 0\.3 s/) });
  expect(await groupMembers(Number(answer.text.trim().split("\n").at(-1)))).toEqual([]);
  await sleep(2_500);
  expect(existsSync(join(cwd, "canary"))).toBe(false);
});

it("E4: a server in the background is listed and goes on answering", async () => {
  const { call, cwd, tools } = toolBench();
  const port = await freePort();
  const script = `python3 -m http.server ${port} --bind 127.0.0.1 & echo started`;
  const answer = await call("code_run", bash(script));
  const [server] = await tools.background.list();
  onTestFinished(() => void process.kill(-server!.group, "SIGKILL"));
  expect(answer.text).toContain(`still running in the background: pid ${server!.pid} (`);
  expect(server!.command).toContain("http.server");
  writeFileSync(join(cwd, "page"), "hello");
  // It logs each request to the pipe that the call has left behind.
  const ask = () => fetch(`http://127.0.0.1:${port}/page`).then((response) => response.text());
  await expect.poll(() => ask().catch(() => "not yet"), { timeout: 20_000 }).toBe("hello");
  expect(await ask()).toBe("hello");
});

it("E6: standard input is at its end at once", async () => {
  const { call } = toolBench();
  expect((await call("code_run", bash('read x; echo "status $?, [$x]"'))).text).toBe("exit 0\nstatus 1, []");
  expect((await call("code_run", python("input()"))).text).toContain("EOFError");
  expect((await call("code_run", bash("cat"))).text).toBe("exit 0\n(no output)");
});

it("E7: names the signal and a cause", async () => {
  const { call } = toolBench();
  const killed = await call("code_run", bash("kill -9 $$"));
  expect(killed.isError).toBe(true);
  expect(killed.text).toMatch(
    /^killed by SIGKILL: ended by the code itself or by the system, e.g. out of memory/,
  );
  expect((await call("code_run", python("import os; os.kill(os.getpid(), 9)"))).text).toMatch(
    /^killed by SIGKILL/,
  );
  expect((await call("code_run", python("import os; os.abort()"))).text).toMatch(
    /^killed by SIGABRT: it gave up/,
  );
  const inner = await call("code_run", bash("bash -c 'kill -9 $$'; exit $?"));
  expect(inner.text).toMatch(/^exit 137 \(a command in it was killed by SIGKILL: .*out of memory\)/);
});

it("E1: ends though a child floods the pipe and the reader is slow", async () => {
  const bench = toolBench();
  const call = toolCall("code_run", bash("yes & echo done"));
  for await (const _ of bench.start(call, replyOf("", call))) await sleep(50);
  const [flood] = await bench.tools.background.list();
  expect(flood).toMatchObject({ command: "yes" });
  process.kill(-flood!.group, "SIGKILL");
});

it("ends with the command though a child has left its group and holds the pipe", async () => {
  const { call, cwd } = toolBench();
  const answer = await call("code_run", bash("setsid sleep 60 & echo $! > pid; echo done"));
  const pid = Number(readFileSync(join(cwd, "pid"), "utf8"));
  onTestFinished(() => void process.kill(pid, "SIGKILL"));
  expect(answer.text).toContain("still running in the background");
  expect(answer.text).toContain("done");
});

it("waits for a command that closed its output", async () => {
  const { call, cwd } = toolBench();
  await call("code_run", bash("exec >&- 2>&-; sleep 0.5; touch end"));
  expect(existsSync(join(cwd, "end"))).toBe(true);
});

it("kills the group on abort, throws the caller's reason and leaves no listener", async () => {
  const bench = toolBench();
  const controller = new AbortController();
  const call = toolCall("code_run", bash("echo $$; sleep 60 & sleep 60"));
  const running = bench.start(call, replyOf("", call), controller.signal);
  const { value } = await running.next();
  const reason = new Error("stop");
  controller.abort(reason);
  await expect(running.next()).rejects.toBe(reason);
  expect(await groupMembers(Number((value as { text: string }).text))).toEqual([]);
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
});

it("kills the group when the caller leaves early", async () => {
  const bench = toolBench();
  const controller = new AbortController();
  const call = toolCall("code_run", bash("echo $$; sleep 60"));
  let group = 0;
  for await (const event of bench.start(call, replyOf("", call), controller.signal)) {
    group = Number((event as { text: string }).text);
    break;
  }
  expect(group).toBeGreaterThan(0);
  expect(await groupMembers(group)).toEqual([]);
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
});

it("leaves no command behind when the program exits", async () => {
  const program = fileURLToPath(new URL("exit-early.mjs", import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [program], { encoding: "utf8" });
  expect(status).toBe(3);
  expect(Number(stdout)).toBeGreaterThan(0);
  await expect.poll(() => groupMembers(Number(stdout))).toEqual([]);
});

it("shows head and tail of a long output, and the whole through file_read", async () => {
  const { call } = toolBench();
  const { text } = await call("code_run", bash("seq 1 100000"));
  const [, status, shown] = /^exit 0\n(output: .*)\n([\s\S]*)$/.exec(text)!;
  const [, total, path] = /^output: (\d+) characters, whole in (\S+) /.exec(status!)!;
  const [note, hidden] = /\n… (\d+) characters left out …\n/.exec(shown!)!;
  expect(shown!.length).toBeLessThanOrEqual(10_000);
  expect(Number(hidden) + shown!.length - note.length).toBe(Number(total));
  expect(shown!.startsWith("1\n2\n")).toBe(true);
  expect(shown!.endsWith("99999\n100000\n")).toBe(true);
  const read = await call("file_read", { path: path!, start: 50_000, count: 1 });
  expect(read.text).toContain("50000|50000");
});

it("keeps what comes at the end, however slowly it is pulled", async () => {
  const bench = toolBench();
  const call = toolCall("code_run", python("print('x' * 3_000_000); print('the end')"));
  const running = bench.start(call, replyOf("", call));
  let chars = 0;
  for (;;) {
    const step = await running.next();
    if (step.done) {
      expect(step.value.data).toMatch(/the end\n$/);
      break;
    }
    chars += (step.value as { text: string }).text.length;
    await sleep(20);
  }
  expect(chars).toBe(3_000_009);
});

it("runs code that is too long for an argument", async () => {
  const { call } = toolBench();
  const filler = `# ${"x".repeat(300_000)}\n`;
  expect((await call("code_run", bash(`${filler}echo long`))).text).toBe("exit 0\nlong");
  expect((await call("code_run", javascript(`//${filler}console.log("long")`))).text).toBe("exit 0\nlong");
});

it("refuses what cannot run, in one sentence", async () => {
  const { call, cwd } = toolBench();
  writeFileSync(join(cwd, "file"), "");
  const refusals = [
    await call("code_run", bash("echo \0")),
    await call("code_run", bash("true", { cwd: "missing" })),
    await call("code_run", bash("true", { cwd: "file" })),
    await call("code_run", { type: "bash" }),
    await call("code_run", { type: "ruby", script: "1" }),
  ];
  for (const { isError, text } of refusals) {
    expect(isError).toBe(true);
    expect(text).not.toMatch(/\n\s+at /);
  }
  expect(refusals.map(({ text }) => text)).toEqual([
    expect.stringContaining("NUL character"),
    `Cannot run code in ${join(cwd, "missing")}: it does not exist. Check the path, or look at the folder with code_run.`,
    `Cannot run code in ${join(cwd, "file")}: it is not a folder. Name a folder as cwd.`,
    expect.stringContaining("there is no code"),
    expect.stringContaining("must be one of"),
  ]);
});

it("offers what is on PATH, the virtual environment's Python first", async () => {
  const bench = toolBench();
  const venv = join(bench.cwd, "venv");
  mkdirSync(join(venv, "bin"), { recursive: true });
  writeFileSync(join(venv, "bin", "python"), "#!/bin/sh\necho from venv\n", { mode: 0o755 });
  const typesOf = (tools: typeof bench.tools) =>
    (tools.specs[0]!.parameters.properties as { type: { enum: string[] } }).type.enum;

  const bare = toolBench({ env: { PATH: "/nowhere" } });
  expect(typesOf(bare.tools)).toEqual(["javascript"]);
  const project = toolBench();
  mkdirSync(join(project.cwd, ".venv", "bin"), { recursive: true });
  writeFileSync(join(project.cwd, ".venv", "bin", "python"), "#!/bin/sh\necho of the project\n", {
    mode: 0o755,
  });
  const inProject = toolBench({ cwd: project.cwd });
  expect((await inProject.call("code_run", python("x"))).text).toBe("exit 0\nof the project");
  const inVenv = toolBench({ env: { PATH: "/nowhere", VIRTUAL_ENV: venv } });
  expect(typesOf(inVenv.tools)).toEqual(["python", "javascript"]);
  expect((await inVenv.call("code_run", python("x"))).text).toBe("exit 0\nfrom venv");
});

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
