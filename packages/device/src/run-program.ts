import { execFile } from "node:child_process";
import { errorMessage } from "@genericagent/core-loop";
import { DeviceError } from "./device-error.js";

export interface RunProgramOptions {
  /** Bytes or text for its standard input; it is closed otherwise. */
  input?: string | Uint8Array;
  /** Default 5000; then the program is killed. */
  timeoutMs?: number;
  env?: NodeJS.ProcessEnv;
  /** What to do when the program is not there. */
  install: string;
}

/** Runs a short, trusted program to its end and returns what it printed. */
export function runProgram(program: string, args: string[], options: RunProgramOptions): Promise<Buffer> {
  const { input, timeoutMs = 5000, env = process.env, install } = options;
  return new Promise((resolve, reject) => {
    const limits = { timeout: timeoutMs, killSignal: "SIGKILL", maxBuffer: 64 << 20 } as const;
    const child = execFile(
      program,
      args,
      { ...limits, env, encoding: "buffer", windowsHide: true },
      (error, stdout, stderr) => {
        if (!error) return resolve(stdout);
        reject(explain(program, { error, stderr: stderr.toString("utf8"), timeoutMs, install }));
      },
    );
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}

interface Failure {
  error: Error & { code?: unknown; killed?: boolean };
  stderr: string;
  timeoutMs: number;
  install: string;
}

function explain(program: string, { error, stderr, timeoutMs, install }: Failure): DeviceError {
  if (error.code === "ENOENT")
    return new DeviceError("missing-program", `${program} is not on PATH. ${install}`, error);
  if (error.killed)
    return new DeviceError(
      "no-answer",
      `${program} did not end within ${timeoutMs} ms and was stopped.`,
      error,
    );
  const words = stderr.trim().split("\n").slice(-3).join(" ").slice(0, 300) || errorMessage(error);
  return new DeviceError("program-failed", `${program} failed: ${words}`, error);
}
