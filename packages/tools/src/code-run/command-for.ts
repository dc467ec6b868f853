import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileProblem } from "../files/file-problem.js";
import type { CodeType } from "./find-interpreters.js";

export interface Command {
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** The temporary file that holds the code, where there is one. */
  file?: string;
  /** A file to be read as standard input. Default: nothing, at its end at once. */
  input?: string;
  /** Removes the temporary file. */
  dispose(): Promise<void>;
}

/** Longer code does not fit into an argument (Linux 128 KB, Windows 32 KB for the whole line). */
const MAX_ARGUMENT_CHARS = 24_000;
const EXTENSION: Record<CodeType, string> = {
  python: "py",
  bash: "sh",
  powershell: "ps1",
  javascript: "js",
};
const isWindows = process.platform === "win32";

/** How code is handed to its interpreter. */
export async function commandFor(
  type: CodeType,
  interpreter: string,
  code: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Command> {
  const source = sourceFor(type, code);
  // Python shows source lines in a traceback only for code in a file.
  const needsFile = type === "python" || source.length > MAX_ARGUMENT_CHARS;
  const folder = needsFile ? await temporaryFolder() : undefined;
  const dispose = async () => {
    if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const file = folder && join(folder, `code.${EXTENSION[type]}`);
    if (file) await writeFile(file, source, { mode: 0o600 }).catch(explain);
    const [command, args] = mergeOutputs(type, interpreter, argsFor(type, source, file));
    const input = type === "javascript" ? file : undefined;
    return {
      command,
      args,
      env: envFor(type, env, cwd),
      dispose,
      ...(file && { file }),
      ...(input && { input }),
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "ga-code-")).catch(explain);

const explain = (error: unknown): never => {
  throw fileProblem(error, "keep the code below", tmpdir());
};

function argsFor(type: CodeType, source: string, file: string | undefined): string[] {
  if (type === "python") return ["-u", file!];
  if (type === "bash") return file ? [file] : ["-c", source];
  // From its input rather than from the file, so that modules are looked for beside `cwd`.
  if (type === "javascript") return file ? ["-"] : ["-e", source];
  const quiet = ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass"];
  return file ? [...quiet, "-File", file] : [...quiet, "-Command", source];
}

/** The code's own folder is the temporary one, so modules beside `cwd` are put on Python's path. */
function envFor(type: CodeType, env: NodeJS.ProcessEnv, cwd: string): NodeJS.ProcessEnv {
  if (type !== "python") return env;
  const PYTHONPATH = [cwd, env.PYTHONPATH].filter(Boolean).join(delimiter);
  return { ...env, PYTHONPATH, PYTHONUNBUFFERED: "1", PYTHONIOENCODING: "utf-8", PYTHONUTF8: "1" };
}

/** Error text goes into the same pipe as the output, which keeps their order; a shell can do that by itself. */
function sourceFor(type: CodeType, code: string): string {
  if (type === "javascript") return `${mixesModules(code) ? REQUIRE : ""}${code}`;
  if (type === "bash") return `exec 2>&1; ${code}`;
  if (type === "powershell") return `[Console]::OutputEncoding = [System.Text.Encoding]::UTF8; ${code}`;
  return code;
}

/** Node decides by the syntax whether code is an ES module, and a module has no `require` of its own. */
const mixesModules = (code: string): boolean =>
  /\brequire\b/.test(code) && /\b(import|export|await)\b/.test(code);
const REQUIRE =
  'globalThis.require ??= process.getBuiltinModule("module").createRequire(process.cwd() + "/code.js"); ';

/** For other interpreters a shell joins the pipes and then becomes the interpreter: same pid, same exit. */
function mergeOutputs(type: CodeType, interpreter: string, args: string[]): [string, string[]] {
  if (isWindows || type === "bash") return [interpreter, args];
  return ["/bin/sh", ["-c", 'exec "$0" "$@" 2>&1', interpreter, ...args]];
}
