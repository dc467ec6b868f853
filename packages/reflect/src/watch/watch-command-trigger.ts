import { createHash } from "node:crypto";
import { errorMessage } from "@genericagent/core-loop";
import type { ReflectTask } from "../host/reflect-task.js";
import { StateFile } from "../host/state-file.js";
import { runCommand } from "./run-command.js";
import { type WatchOptions, watchDefaults } from "./watch-options.js";
import { watchTask } from "./watch-task.js";

export interface WatchCommandOptions extends WatchOptions {
  /** A line for the shell. */
  command: string;
  cwd?: string;
  /** Only lines that match are looked at. Default: all of the output. */
  pattern?: RegExp;
  /** Remembers the last output, for the next host. */
  cursorFile?: string;
  /** Default 60 s. */
  everyMs?: number;
  /** Default 30 s; then the command and its children are killed. */
  limitMs?: number;
}

/**
 * Yields a task when the command's output differs from the time before. The first output is what the next one is
 * compared with, unless a pattern is given and matches already.
 */
export async function* watchCommandTrigger(
  options: WatchCommandOptions,
): AsyncGenerator<ReflectTask, void, void> {
  const { command, cwd, pattern, cursorFile, everyMs = 60_000, limitMs = 30_000, signal } = options;
  const { clock, notify, maxListed } = watchDefaults(options);
  const state = cursorFile ? new StateFile<{ hash: string }>(cursorFile) : undefined;
  let last = (await state?.read())?.hash ?? (pattern ? hashOf([]) : undefined);
  let told = "";
  for (;;) {
    const lines = await linesOf().catch((error) => {
      signal?.throwIfAborted();
      const message = `The watched command "${command}" failed: ${errorMessage(error)}. Trying on.`;
      if (message !== told) notify({ type: "notice", code: "watch", message });
      told = message;
      return undefined;
    });
    if (lines) {
      const hash = hashOf(lines);
      const news = last !== undefined && hash !== last && lines.length > 0;
      if (hash !== last) await state?.write({ hash });
      last = hash;
      const gathered = { lines: lines.slice(-maxListed), count: lines.length };
      if (news) yield watchTask(options, ["line of output", "lines of output"], gathered, clock.now());
    }
    await clock.sleep(everyMs, signal);
  }

  async function linesOf(): Promise<string[] | undefined> {
    const { output, code } = await runCommand(command, { cwd, limitMs, signal });
    if (code === undefined) {
      const message = `The watched command "${command}" ran longer than ${limitMs / 1000} s and was ended.`;
      if (message !== told) notify({ type: "notice", code: "watch", message });
      told = message;
      return undefined;
    }
    const all = output.split(/\r?\n/).filter((line) => line !== "");
    return pattern ? all.filter((line) => line.search(pattern) >= 0) : all;
  }
}

const hashOf = (lines: readonly string[]): string =>
  createHash("sha256").update(lines.join("\n")).digest("hex");
