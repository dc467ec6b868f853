import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import {
  bubblewrap,
  detectSandbox,
  type Sandbox,
  type SandboxPolicy,
  sandboxRuntime,
  strongestSandbox,
} from "../src/index.js";
import { maskedPaths } from "../src/sandbox/masked-paths.js";
import { findBwrap } from "./find-bwrap.js";
import { temporaryFolder, toolBench } from "./tool-bench.js";

type MakeSandbox = (policy: SandboxPolicy) => Sandbox;

const inBubblewrap: MakeSandbox = (policy) => bubblewrap(findBwrap(), policy);

const bash = (script: string, more: object = {}) => ({ type: "bash", script, ...more });

/** Code that asks a server of this test for its greeting. */
async function fetchHello() {
  const server = createServer((_, response) => response.end("hello")).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const script = `console.log(await fetch("http://127.0.0.1:${port}").then((response) => response.text()))`;
  return { type: "javascript", script };
}

/** What every wall must hold, whoever built it. */
for (const [name, make] of [
  ["bubblewrap", inBubblewrap],
  ["sandbox-runtime", sandboxRuntime],
] as [string, MakeSandbox][]) {
  it(`${name}: the workspace can be written, nothing else, and keys cannot be read`, async () => {
    const cwd = temporaryFolder();
    const outside = join(homedir(), `.ga-test-${process.pid}`);
    mkdirSync(join(outside, "keys"), { recursive: true });
    const secret = join(outside, "keys", "id");
    writeFileSync(secret, "the key");
    writeFileSync(join(outside, "plain"), "readable");
    onTestFinished(() => rmSync(outside, { recursive: true }));
    const { call } = toolBench({ cwd, sandbox: make({ writable: [cwd], masked: [join(outside, "keys")] }) });

    const answer = await call(
      "code_run",
      bash(`echo 1 > in; echo 2 > ${outside}/out; cat ${outside}/plain ${secret}`),
    );
    expect(readFileSync(join(cwd, "in"), "utf8")).toBe("1\n");
    expect(existsSync(join(outside, "out"))).toBe(false);
    expect(answer.text).toContain("readable");
    expect(answer.text).not.toContain("the key");
    expect(answer.isError).toBe(true);
  });

  it(`${name}: keeps the folder, the exit code, the environment and quoted code`, async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, "in ner"));
    const sandbox = make({ writable: [cwd] });
    const { call } = toolBench({ cwd, sandbox, env: { ...process.env, WORD: 'a\'b "c" $d' } });
    const answer = await call("code_run", bash(`pwd; printf '%s\\n' "$WORD"; exit 7`, { cwd: "in ner" }));
    expect(answer.text).toContain(`${join(cwd, "in ner")}\na'b "c" $d`);
    expect(answer.text).toMatch(/^exit 7\nsandbox: only /);
    expect((await call("code_run", { type: "python", script: "print(6*7)" })).text).toBe("exit 0\n42");
    const script = "import { ok } from 'node:assert'; ok(require('fs')); console.log(6*7)";
    expect((await call("code_run", { type: "javascript", script })).text).toBe("exit 0\n42");
  });

  it(`${name}: the network can be shut`, async () => {
    const cwd = temporaryFolder();
    const { call } = toolBench({ cwd, sandbox: make({ writable: [cwd], network: false }) });
    const answer = await call("code_run", await fetchHello());
    expect(answer).toMatchObject({ isError: true });
    expect(answer.text).not.toContain("hello");
  });

  it(`${name}: nothing survives the end of a command, its time-out or its abort`, async () => {
    const cwd = temporaryFolder();
    const { call } = toolBench({ cwd, sandbox: make({ writable: [cwd] }) });
    const leave = `setsid env -i ${process.execPath} -e 'setInterval(() => require("fs").appendFileSync("beat", "."), 20)' > /dev/null 2>&1 &`;
    const beats = () => (existsSync(join(cwd, "beat")) ? readFileSync(join(cwd, "beat"), "utf8").length : 0);
    const started = `while [ ! -s beat ]; do sleep 0.05; done`;
    const quiet = async () => {
      const before = beats();
      await new Promise((resolve) => setTimeout(resolve, 300));
      return beats() === before;
    };
    const ended = await call("code_run", bash(`${leave} ${started}; echo done`, { timeout: 20 }));
    expect(ended.text).toContain("done");
    expect(ended.text).not.toContain("still running");
    await expect.poll(quiet, { timeout: 20_000 }).toBe(true);

    expect(beats()).toBeGreaterThan(0);
    const timedOut = await call("code_run", bash(`rm beat; ${leave} ${started}; sleep 60`, { timeout: 4 }));
    expect(timedOut.text).toMatch(
      /^timed out after 4 s: killed with all it started. Raise timeout, or do it in several calls\n/,
    );
    await expect.poll(quiet, { timeout: 20_000 }).toBe(true);
  });
}

it("bubblewrap: the network is open where nothing else was said", async () => {
  const cwd = temporaryFolder();
  const { call } = toolBench({ cwd, sandbox: inBubblewrap({ writable: [cwd] }) });
  expect((await call("code_run", await fetchHello())).text).toContain("\nhello");
});

it("bubblewrap: the system's secrets, other homes and the way out are masked", async () => {
  const cwd = temporaryFolder();
  const { call } = toolBench({ cwd, sandbox: inBubblewrap({ writable: [cwd] }) });
  const masked = await maskedPaths({ writable: [cwd] }, process.env);
  expect(masked).toContain("/etc/shadow");
  const script = `for path in ${masked.map((path) => `'${path}'`).join(" ")}; do
    if [ -d "$path" ]; then ls -A "$path"; else cat "$path"; fi
  done; ls -A /tmp | grep -v ${cwd.split("/")[2]}; mount -o remount,rw / 2> /dev/null && echo escaped; kill -9 ${process.pid}`;
  const { text } = await call("code_run", bash(script));
  expect(text.split("\n").slice(2).join("\n")).toMatch(/^.*kill: \(\d+\) - No such process$/);
});

it("bubblewrap: what would run later outside, and the data home's keys, stay as they are", async () => {
  const cwd = temporaryFolder();
  for (const folder of [".git/hooks", ".genericagent"]) mkdirSync(join(cwd, folder), { recursive: true });
  writeFileSync(join(cwd, ".genericagent", "credentials.json"), "the key");
  writeFileSync(join(cwd, ".genericagent", "config.json"), "{}");
  const { call } = toolBench({ cwd, sandbox: inBubblewrap({ writable: [cwd] }) });
  const script =
    "cat .genericagent/*; echo x > .genericagent/config.json; echo x > .git/hooks/pre-commit; echo x > .git/HEAD";
  const { text } = await call("code_run", bash(script));
  expect(await maskedPaths({ writable: [join(cwd, "a", "b")] }, {})).toContain(
    join(cwd, ".genericagent", "credentials.json"),
  );
  expect(text).toContain("{}");
  expect(text).not.toContain("the key");
  expect(text.match(/Read-only file system/g)).toHaveLength(2);
  expect(existsSync(join(cwd, ".git", "HEAD"))).toBe(true);
});

it("bubblewrap: a workspace may be a link, a temporary folder, or all there is", async () => {
  const real = temporaryFolder();
  const link = join(temporaryFolder(), "link");
  symlinkSync(real, link);
  const linked = toolBench({ cwd: link, sandbox: inBubblewrap({ writable: [link] }) });
  await linked.call("code_run", bash("echo 1 > f"));
  expect(readFileSync(join(real, "f"), "utf8")).toBe("1\n");

  for (const writable of ["/", tmpdir()]) {
    const all = toolBench({ cwd: real, sandbox: inBubblewrap({ writable: [writable] }) });
    const answer = await all.call(
      "code_run",
      bash("echo 2 >> f; cat /proc/1/cmdline | tr '\\0' ' ' | head -c 40"),
    );
    expect(answer.text).toContain("bwrap");
  }
  expect(readFileSync(join(real, "f"), "utf8")).toBe("1\n2\n2\n");
});

it("says which walls can be built here, and why one cannot", async () => {
  findBwrap();
  const [first, second, last] = await detectSandbox();
  expect(first).toMatchObject({ name: "bubblewrap", works: true });
  expect(first!.detail).toMatch(/^bubblewrap \d/);
  expect(second).toMatchObject({ name: "sandbox-runtime", works: true });
  expect(last).toMatchObject({ name: "none", works: true });

  const folder = temporaryFolder();
  const loadRuntime = () => Promise.reject(new Error("Cannot find package"));
  const nowhere = await detectSandbox({ env: { PATH: folder }, loadRuntime });
  expect(nowhere.map(({ works }) => works)).toEqual([false, false, true]);
  expect(nowhere[0]!.detail).toContain("install the package bubblewrap");
  expect(nowhere[1]!.detail).toBe("not installed: npm install @anthropic-ai/sandbox-runtime");

  writeFileSync(
    join(folder, "bwrap"),
    "#!/bin/sh\necho 'No permissions to create new namespace' >&2; exit 1\n",
    {
      mode: 0o755,
    },
  );
  const [forbidden] = await detectSandbox({ env: { PATH: folder }, loadRuntime });
  expect(forbidden!.works).toBe(false);
  expect(forbidden!.detail).toMatch(/^No permissions to create new namespace\. .*user namespaces/);
  expect((await detectSandbox({ env: {}, platform: "darwin", loadRuntime }))[0]!.detail).toBe(
    "only on Linux",
  );
});

it("takes the strongest wall, and says so once where there is none", async () => {
  const policy = { writable: ["/"] };
  expect((await strongestSandbox(policy)).sandbox.name).toBe("bubblewrap");
  const loadRuntime = () => Promise.reject(new Error("Cannot find package"));
  const { sandbox, notice } = await strongestSandbox(policy, { env: { PATH: "/nowhere" }, loadRuntime });
  expect(sandbox.name).toBe("none");
  expect(notice).toMatchObject({
    type: "notice",
    code: "sandbox-none",
    message: expect.stringMatching(
      /without a sandbox.*bubblewrap: bwrap is not installed.*sandbox-runtime: not/,
    ),
  });
});

it("code_run stands behind the strongest wall by itself and tells the model its rules once", async () => {
  findBwrap();
  const cwd = temporaryFolder();
  const { call } = toolBench({ cwd, sandbox: "strongest" });
  const first = await call("code_run", bash(`echo x > ${homedir()}/.ga-test-wall; echo on`));
  expect(first.text).toContain(`sandbox: only ${cwd} can be written`);
  expect(first.text).toContain("Read-only file system\non");
  expect((await call("code_run", bash("echo on"))).text).toBe("exit 0\non");
  expect(existsSync(join(homedir(), ".ga-test-wall"))).toBe(false);
});

it("says that sandbox-runtime is not installed", async () => {
  const cwd = temporaryFolder();
  const sandbox = sandboxRuntime({ writable: [cwd] }, () => Promise.reject(new Error("Cannot find package")));
  const { call } = toolBench({ cwd, sandbox });
  expect(await call("code_run", bash("true"))).toMatchObject({
    isError: true,
    text: expect.stringContaining("is not installed. npm install @anthropic-ai/sandbox-runtime"),
  });
});
