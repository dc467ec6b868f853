import { resolve } from "node:path";
import { type Folders, programOf, type ShellCommand } from "./shell-command.js";

/** More than this many possible folders are as good as unknown. */
const MAX_FOLDERS = 8;

/**
 * Where the shell is after a `cd` that succeeded; `same` where the command is none.
 *
 * @param home undefined where the script has changed `HOME` or `CDPATH`
 */
export function foldersAfter(command: ShellCommand, home: string | undefined): Folders | "same" {
  const words = withoutBuiltin(command.words);
  const program = programOf({ ...command, words });
  if (program === "pushd" || program === "popd" || program === "eval") return undefined;
  if (program !== "cd") return "same";
  const targets = words.slice(1).filter(({ value }) => value === undefined || !/^-[LPe@]+$|^--$/.test(value));
  const target = targets.length === 0 ? home : targets[0]!.glob ? undefined : targets[0]!.value;
  if (target === undefined || target === "-" || targets.length > 1) return undefined;
  if (target.startsWith("/")) return [target];
  return home === undefined ? undefined : command.folders?.map((folder) => resolve(folder, target));
}

export function joinFolders(a: Folders, b: Folders): Folders {
  if (!a || !b) return undefined;
  const all = [...new Set([...a, ...b])];
  return all.length > MAX_FOLDERS ? undefined : all;
}

const withoutBuiltin = (words: ShellCommand["words"]): ShellCommand["words"] =>
  /^(builtin|command)$/.test(words[0]?.value ?? "") ? words.slice(1) : words;
