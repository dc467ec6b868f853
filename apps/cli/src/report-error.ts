import { errorMessage, isGenericAgentError } from "@genericagent/core-loop";
import pc from "picocolors";
import { EXIT, type ExitCode, exitCodeFor } from "./exit-code.js";

/** One or two lines on stderr, and the exit code. The stack only with GA_DEBUG=1. */
export function reportError(error: unknown): ExitCode {
  if (isAbort(error)) {
    process.stderr.write(`${pc.dim("Stopped.")}\n`);
    return EXIT.aborted;
  }
  process.stderr.write(`${pc.red("ga:")} ${errorMessage(error)}\n`);
  if (process.env.GA_DEBUG === "1" && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return exitCodeFor(isGenericAgentError(error) ? error.code : undefined);
}

export const isAbort = (error: unknown): boolean => (error as Error | undefined)?.name === "AbortError";
