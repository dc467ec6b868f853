import { nestedScripts } from "./nested-scripts.js";
import { peelWrapper } from "./peel-wrapper.js";
import { readShell, type ShellReading } from "./read-shell.js";
import type { Folders, ShellCommand } from "./shell-command.js";

/** Deeper nesting hides something. */
const MAX_DEPTH = 8;

/** What a script really starts: through wrappers, `bash -c`, `eval`, `find -exec`, here-documents and pipes. */
export function seeThrough(source: string, folders: Folders, home: string, depth = 0): ShellReading {
  if (depth > MAX_DEPTH) return { commands: [], problems: ["shells in shells: too deep to be read"] };
  const { commands, problems } = readShell(source, folders, home);
  const seen: ShellReading = { commands: [], problems: [...problems] };
  for (const command of commands) lookInto(command, home, depth, seen);
  return seen;
}

function lookInto(command: ShellCommand, home: string, depth: number, seen: ShellReading): void {
  const peeled = depth > MAX_DEPTH ? [] : peelWrapper(command);
  if (peeled) {
    if (peeled.length === 0) seen.commands.push(command);
    for (const inner of peeled) lookInto(inner, home, depth + 1, seen);
    return;
  }
  const nested = nestedScripts(command);
  if (!nested) {
    seen.commands.push(command);
    return;
  }
  if (nested.danger) seen.problems.push(nested.danger);
  for (const inner of nested.commands ?? []) lookInto(inner, home, depth + 1, seen);
  for (const script of nested.scripts ?? []) {
    const reading = seeThrough(script, nested.elsewhere ? undefined : command.folders, home, depth + 1);
    const elevated = command.elevated ? { elevated: true as const } : {};
    seen.commands.push(...reading.commands.map((inner) => ({ ...inner, ...elevated })));
    seen.problems.push(...reading.problems);
  }
  if (nested.itself) seen.commands.push(command);
  else if (command.redirects.length > 0) seen.commands.push({ ...command, words: [] });
}
