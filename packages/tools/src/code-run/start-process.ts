import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { codecOfLocale } from "./output-decoder.js";
import { OutputPipe } from "./output-pipe.js";
import { OutputQueue } from "./output-queue.js";

export interface StartOptions {
  command: string;
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** A file to be read as standard input. Default: nothing, at its end at once. */
  input?: string | undefined;
}

export interface StartedProcess {
  child: ChildProcess;
  output: OutputQueue;
  /** Wants no more output. Call it once. */
  letGo(): void;
}

/**
 * Starts a command as the leader of its own process group, with its input at the end and its output in one queue.
 *
 * @throws the system's error where that is known at once; else the child emits it
 */
export async function startProcess({
  command,
  args,
  cwd,
  env,
  input,
}: StartOptions): Promise<StartedProcess> {
  const codec = await codecOfLocale(env);
  const pipe = await OutputPipe.open();
  const stdin = input === undefined ? undefined : openSync(input, "r");
  const stdio: StdioOptions = [stdin ?? "ignore", pipe?.writer ?? "pipe", pipe?.writer ?? "pipe"];
  const detached = process.platform !== "win32";
  let child: ChildProcess;
  try {
    child = spawn(command, args, { cwd, env, detached, stdio, windowsHide: true });
  } catch (error) {
    pipe?.reader.destroy();
    pipe?.release(false);
    throw error;
  } finally {
    pipe?.closeWriter();
    if (stdin !== undefined) closeSync(stdin);
  }
  const output = new OutputQueue(pipe ? [pipe.reader] : [child.stdout!, child.stderr!], codec);
  const letGo = () => {
    output.letGo();
    pipe?.release(output.held);
  };
  return { child, output, letGo };
}
