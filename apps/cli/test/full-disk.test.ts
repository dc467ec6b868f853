import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { model, type Place, place, runGa } from "./run-ga.js";

const CLI = fileURLToPath(new URL("../dist/cli.js", import.meta.url));

/** `ga` where no file may grow beyond so many kilobytes: what a full disk does, without filling one. */
async function runCramped(kilobytes: number, args: string[], { cwd, env }: Place) {
  const script = `trap '' XFSZ; ulimit -f ${kilobytes}; exec "$@"`;
  const child = spawn("bash", ["-c", script, "bash", process.execPath, CLI, ...args], {
    cwd,
    env,
    stdio: "pipe",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  const [code] = await once(child, "close");
  return { code, stderr };
}

describe.runIf(process.platform !== "win32")("a disk that fills up in the middle of a run", () => {
  it("ends the run by name before the next call, and the session goes on when there is room", async () => {
    const speak = {
      text: "words ".repeat(2000),
      toolCalls: [{ name: "code_run", args: { type: "bash", script: "echo done" } }],
    };
    const { server, env } = await model([speak, speak, speak, speak, { text: "All is there." }]);
    const where = place(env);
    const args = ["run", "--model", "openai/m", "--permissions", "full", "work"];
    const { code, stderr } = await runCramped(40, args, where);
    expect(code).toBe(1);
    expect(stderr).toMatch(/Cannot write .*\.jsonl: .*Free some space, then: ga resume/);
    const asked = server.requests.length;
    expect(asked).toBeGreaterThan(1);
    expect(asked).toBeLessThan(5);

    const resumed = await runGa(["resume", "--model", "openai/m", "--permissions", "full"], where);
    expect(resumed.code).toBe(0);
    expect(resumed.stdout).toContain("All is there.");
    expect(resumed.stderr).toContain("unreadable journal line");
  });
});
