import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

export type CodeType = "python" | "bash" | "powershell" | "javascript";

/** Absolute paths of what can run here, in the order in which the model is offered them. */
export type Interpreters = Map<CodeType, string>;

const isWindows = process.platform === "win32";

/**
 * Looks along PATH without starting anything. A virtual environment comes first, the active one or that of the
 * project; node is this process's own.
 */
export function findInterpreters(env: NodeJS.ProcessEnv, cwd: string): Interpreters {
  const found: Interpreters = new Map();
  const python = findPython(env, cwd);
  if (python) found.set("python", python);
  const shell = isWindows ? onPath(env, "pwsh", "powershell") : onPath(env, "bash");
  if (shell) found.set(isWindows ? "powershell" : "bash", shell);
  found.set("javascript", process.execPath);
  return found;
}

function findPython(env: NodeJS.ProcessEnv, cwd: string): string | undefined {
  const folders = [env.VIRTUAL_ENV, join(cwd, ".venv"), join(cwd, "venv")].filter(
    (folder) => folder !== undefined,
  );
  const pythons = folders.map((folder) => join(folder, isWindows ? "Scripts/python.exe" : "bin/python"));
  return pythons.find(isExecutable) ?? onPath(env, "python3", "python");
}

function onPath(env: NodeJS.ProcessEnv, ...names: string[]): string | undefined {
  const folders = (env.PATH ?? env.Path ?? "").split(delimiter).filter(Boolean);
  for (const name of names)
    for (const folder of folders) {
      const file = join(folder, isWindows ? `${name}.exe` : name);
      if (isExecutable(file)) return file;
    }
  return undefined;
}

/** An empty file is the Windows store's stand-in, which opens a shop instead of running. */
function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    const stats = statSync(file);
    return stats.isFile() && stats.size > 0;
  } catch {
    return false;
  }
}
