import { fileProblem } from "../files/file-problem.js";
import type { Sandbox, WalledCommand } from "../sandbox/sandbox.js";
import type { BackgroundProcesses } from "./background-processes.js";
import { MARK_VARIABLE, newMark } from "./call-mark.js";
import { commandFor } from "./command-for.js";
import type { CodeType } from "./find-interpreters.js";
import { type ProcessEnd, runProcess } from "./run-process.js";

export interface CodeOptions {
  type: CodeType;
  interpreter: string;
  code: string;
  cwd: string;
  env: NodeJS.ProcessEnv;
  sandbox: Sandbox;
  background: BackgroundProcesses;
  timeoutMs: number;
  signal: AbortSignal;
}

export interface CodeEnd extends ProcessEnd {
  /** The temporary file that held the code, where there was one. */
  codeFile: string | undefined;
}

/** Runs code behind a wall and writes down what it leaves behind. */
export async function* runCode<T>(
  options: CodeOptions,
  each: (text: string) => T,
): AsyncGenerator<T, CodeEnd, void> {
  const { type, interpreter, code, cwd, env, sandbox, background, timeoutMs, signal } = options;
  const command = await commandFor(type, interpreter, code, cwd, env);
  const { file, input } = command;
  const mark = sandbox.endsWithCommand ? undefined : newMark();
  let walled: WalledCommand | undefined;
  let end: ProcessEnd | undefined;
  try {
    const marked = mark ? { ...command.env, [MARK_VARIABLE]: mark } : command.env;
    walled = await sandbox.wrap({ ...command, cwd, env: marked }, file ? [file] : []);
    const onStart = (group: number): void => {
      if (mark) background.started(mark, group, cwd);
    };
    const run = { ...walled, input, timeoutMs, signal, mark, onStart, endsAlone: sandbox.endsWithCommand };
    end = yield* runProcess(run, each);
    return { ...end, codeFile: file };
  } catch (error) {
    if ((error as NodeJS.ErrnoException | undefined)?.syscall?.startsWith("spawn"))
      throw fileProblem(error, "start", interpreter);
    throw error;
  } finally {
    if (mark) background.ended(mark, end?.survivors ?? []);
    await walled?.dispose();
    await command.dispose();
  }
}
