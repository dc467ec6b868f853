import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ModelServer, ModelServerOptions } from "@genericagent/llm/testing";
import { startModelServer } from "@genericagent/llm/testing";
import { onTestFinished } from "vitest";

const CLI = fileURLToPath(new URL("../dist/cli.js", import.meta.url));

export interface Place {
  /** Where the run works. */
  cwd: string;
  env: NodeJS.ProcessEnv;
  dataHome: string;
}

/** A fresh folder and data home, and an environment without keys. */
export function place(env: NodeJS.ProcessEnv = {}): Place {
  const dir = mkdtempSync(join(tmpdir(), "ga-cli-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const dataHome = join(dir, "home");
  const { PATH, SystemRoot, TEMP } = process.env;
  return { cwd: dir, dataHome, env: { PATH, SystemRoot, TEMP, HOME: dir, GA_HOME: dataHome, ...env } };
}

/** A scripted model behind a real socket, and the environment that leads to it. */
export async function model(
  script: ModelServerOptions["script"],
): Promise<{ server: ModelServer; env: NodeJS.ProcessEnv }> {
  const server = await startModelServer({ script });
  onTestFinished(() => server.close().catch(() => {}));
  return {
    server,
    env: {
      OPENAI_API_KEY: "sk-test-0123456789",
      OPENAI_BASE_URL: server.baseUrl("openai-chat"),
      ANTHROPIC_API_KEY: "sk-ant-test-0123456789",
      ANTHROPIC_BASE_URL: server.baseUrl("anthropic"),
    },
  };
}

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
  /** Parsed lines of `--json`. */
  events: { type: string; [key: string]: unknown }[];
}

/** Starts `ga`; the caller may talk to the process, and gets what it printed when it has ended. */
export function startGa(
  args: string[],
  { cwd, env }: Place,
  stdin = "",
): { child: ChildProcess; finished: Promise<Finished> } {
  const child = spawn(process.execPath, [CLI, ...args], { cwd, env, stdio: "pipe" });
  onTestFinished(() => void child.kill("SIGKILL"));
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  child.stdin.end(stdin);
  const finished = once(child, "close").then(([code]) => {
    const lines = args.includes("--json") ? stdout.trim().split("\n") : [];
    return { code, stdout, stderr, events: lines.filter(Boolean).map((line) => JSON.parse(line)) };
  });
  return { child, finished };
}

export const runGa = (args: string[], where: Place, stdin?: string): Promise<Finished> =>
  startGa(args, where, stdin).finished;
