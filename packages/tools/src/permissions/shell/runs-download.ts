import { readArguments } from "./read-arguments.js";
import { programOf, type ShellCommand } from "./shell-command.js";

/** A script that fetches a file and runs it, in two steps. */
export function runsDownload(commands: readonly ShellCommand[]): boolean {
  const fetched = new Set<string>();
  for (const command of commands) {
    for (const file of filesFetched(command)) fetched.add(file);
    if (filesRun(command).some((file) => fetched.has(file))) return true;
  }
  return false;
}

function filesFetched(command: ShellCommand): string[] {
  const program = programOf(command);
  if (program === "tee" && command.feeders.some((feeder) => /^(curl|wget)$/.test(programOf(feeder) ?? "")))
    return readArguments(command.words.slice(1)).operands.flatMap(({ value }) =>
      value ? [nameOf(value)] : [],
    );
  if (program !== "curl" && program !== "wget") return [];
  const toFile = program === "curl" ? ["-o", "--output"] : ["-O", "--output-document"];
  const { values, operands, flags } = readArguments(command.words.slice(1), toFile);
  const named = [...values.filter(({ flag }) => toFile.includes(flag)).map(({ word }) => word)];
  const redirected = command.redirects.map(({ target }) => target);
  const own = program === "wget" || flags.has("-O") || flags.has("--remote-name") ? operands : [];
  return [...named, ...redirected, ...own].flatMap(({ value }) => (value ? [nameOf(value)] : []));
}

function filesRun({ words }: ShellCommand): string[] {
  const values = words.map(({ value }) => value ?? "");
  const isRunner = /^(ba|da|z|k)?sh$|^(python[\d.]*|node|perl|ruby|source|\.)$/.test(values[0] ?? "");
  const file = isRunner ? values.slice(1).find((value) => !value.startsWith("-")) : values[0];
  return file && (isRunner || /[\\/]/.test(file)) ? [nameOf(file)] : [];
}

/** Folders are left out: `curl -o /tmp/x` and `cd /tmp; ./x` are the same. */
const nameOf = (path: string): string => path.replace(/[?#].*$/, "").replace(/^.*[\\/]/, "");
