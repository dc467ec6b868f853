import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { endBackground, listBackground } from "../src/index.js";
import { isAlive, replyOf, temporaryFolder, toolBench, toolCall } from "./tool-bench.js";

const SERVER = `import socket, time
s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen(); open("port", "w").write(str(s.getsockname()[1])); time.sleep(600)`;
const startServer = `python3 -c '${SERVER}' & while [ ! -s port ]; do sleep 0.05; done`;

const bash = (script: string) => ({ type: "bash", script });

/** A bench whose commands are written down; whatever they leave is ended with the test. */
function recordingBench() {
  const backgroundDir = join(temporaryFolder(), "records");
  onTestFinished(async () => void (await endBackground(backgroundDir)));
  return { backgroundDir, ...toolBench({ backgroundDir }) };
}

it("E4: names the port of a server left behind, lists it for other processes, and ends it", async () => {
  const { call, cwd, tools, backgroundDir } = recordingBench();
  const answer = await call("code_run", bash(startServer));
  const port = Number(readFileSync(join(cwd, "port"), "utf8"));
  expect(answer.text).toMatch(
    new RegExp(`^exit 0\nstill running in the background: pid \\d+ \\(.*python3 -c .*\\), port ${port}`),
  );
  const listed = await listBackground(backgroundDir);
  expect(listed).toEqual(await tools.background.list());
  expect(listed).toMatchObject([{ ports: [port], cwd, at: expect.stringMatching(/^\d{4}-.*Z$/) }]);

  expect(await endBackground(backgroundDir)).toMatchObject([{ pid: listed[0]!.pid }]);
  expect(await listBackground(backgroundDir)).toEqual([]);
  expect(readdirSync(backgroundDir)).toEqual([]);
});

it("ends one server with what it started, and leaves the others", async () => {
  const { call, backgroundDir } = recordingBench();
  await call("code_run", bash("bash -c 'sleep 600 & sleep 601; true' & sleep 602 &"));
  const commands = async () => (await listBackground(backgroundDir)).map(({ command }) => command).sort();
  await expect.poll(commands, { timeout: 10_000 }).toHaveLength(4);
  const parent = (await listBackground(backgroundDir)).find(({ command }) => command.startsWith("bash"))!;
  expect(await endBackground(backgroundDir, [parent.pid])).toHaveLength(3);
  expect(await commands()).toEqual(["sleep 602"]);
  expect(await endBackground(backgroundDir, [process.pid])).toEqual([]);
});

it("never touches a process that was given the pid of one that ended", async () => {
  const { call, backgroundDir } = recordingBench();
  await call("code_run", bash("sleep 600 &"));
  const [left] = await listBackground(backgroundDir);
  const stranger = spawn("sleep", ["600"], { detached: true });
  onTestFinished(() => void stranger.kill("SIGKILL"));
  // As if the system had counted round: the same number, another start.
  const file = join(backgroundDir, readdirSync(backgroundDir)[0]!);
  const record = JSON.parse(readFileSync(file, "utf8"));
  const members = [{ pid: stranger.pid, started: record.members[0].started }];
  writeFileSync(file, JSON.stringify({ ...record, mark: "0-0", group: stranger.pid, members }));
  expect(await listBackground(backgroundDir)).toEqual([]);
  expect(await endBackground(backgroundDir)).toEqual([]);
  expect(isAlive(stranger.pid!)).toBe(true);
  process.kill(left!.pid, "SIGKILL");
});

it("E2: a process that left the group with setsid is named, and does not outlive a time-out", async () => {
  const { call, cwd, backgroundDir } = recordingBench();
  const leave =
    "setsid bash -c 'echo $$ > pid; exec sleep 600' > /dev/null 2>&1 & while [ ! -s pid ]; do sleep 0.05; done";
  const pid = () => Number(readFileSync(join(cwd, "pid"), "utf8"));
  const answer = await call("code_run", bash(leave));
  expect(answer.text).toContain(`still running in the background: pid ${pid()} (sleep 600)`);
  expect(await endBackground(backgroundDir)).toMatchObject([{ pid: pid() }]);

  const late = await call("code_run", { ...bash(`rm pid; ${leave}; sleep 60`), timeout: 3 });
  expect(late.text).toMatch(/^timed out after 3 s/);
  expect(isAlive(pid())).toBe(false);
  expect(await listBackground(backgroundDir)).toEqual([]);
});

it("what ran while its agent was killed is listed and can be ended", async () => {
  const cwd = temporaryFolder();
  const backgroundDir = join(cwd, "records");
  const program = fileURLToPath(new URL("call-tools.mjs", import.meta.url));
  const agent: ChildProcess = spawn(process.execPath, [program], { stdio: ["pipe", "ignore", "inherit"] });
  const calls = [["code_run", bash("touch started; sleep 600; true")]];
  agent.stdin!.end(JSON.stringify({ ports: { cwd, backgroundDir }, calls, sandbox: "none" }));
  await expect.poll(() => existsSync(join(cwd, "started")), { timeout: 30_000 }).toBe(true);
  agent.kill("SIGKILL");
  await once(agent, "exit");
  const commandsLeft = async () => (await listBackground(backgroundDir)).map(({ command }) => command);
  await expect.poll(commandsLeft).toContain("sleep 600");
  const left = await listBackground(backgroundDir);
  expect(await endBackground(backgroundDir)).toHaveLength(left.length);
  expect(left.some(({ pid }) => isAlive(pid))).toBe(false);
});

it("what a living program waits for is not left behind", async () => {
  const { backgroundDir, ...bench } = recordingBench();
  const call = toolCall("code_run", bash("echo on; while [ ! -e go ]; do sleep 0.05; done"));
  const running = bench.start(call, replyOf("", call));
  await running.next();
  expect(readdirSync(backgroundDir)).toHaveLength(1);
  expect(await listBackground(backgroundDir)).toEqual([]);
  expect(await endBackground(backgroundDir)).toEqual([]);
  expect(await bench.tools.background.list()).toEqual([]);
  writeFileSync(join(bench.cwd, "go"), "");
  expect((await running.next()).value).toEqual({ data: "exit 0\non" });
  expect(readdirSync(backgroundDir)).toEqual([]);
});

it("passes over what is no record, and a folder that is not there", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "background-1.json"), "{");
  writeFileSync(join(folder, "background-2.json"), "null");
  writeFileSync(join(folder, "background-3.json"), '{"mark":"3","members":"x"}');
  expect(await listBackground(folder)).toEqual([]);
  expect(await listBackground(join(folder, "none"))).toEqual([]);
  expect(await endBackground(folder)).toEqual([]);
});
