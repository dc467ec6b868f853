import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The full path of a program on PATH, without running anything. */
export function findProgram(name: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const suffixes = process.platform === "win32" ? (env.PATHEXT ?? ".EXE;.CMD").split(";") : [""];
  return (env.PATH ?? "")
    .split(delimiter)
    .filter(Boolean)
    .flatMap((dir) => suffixes.map((suffix) => join(dir, name + suffix)))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
