import type { Nested } from "./nested-scripts.js";
import { type ShellCommand, type ShellWord, wordOf } from "./shell-command.js";

/** `find … -exec cmd {} +`: the command with something below where the search starts. */
export function findCommands(command: ShellCommand): Nested | undefined {
  const { words } = command;
  const start = words.slice(1).find(({ value }) => !value?.startsWith("-")) ?? wordOf(".");
  const commands: ShellCommand[] = [];
  for (const [index, { value }] of words.entries()) {
    if (!/^-(exec|execdir|ok|okdir)$/.test(value ?? "")) continue;
    const rest = words.slice(index + 1);
    const end = rest.findIndex((word) => word.value === ";" || word.value === "+");
    const found = start.value && !start.glob ? `${start.value.replace(/\/$/, "")}/{}` : undefined;
    const inner = rest.slice(0, end < 0 ? undefined : end);
    commands.push({
      ...command,
      redirects: [],
      words: inner.map((word) => replaceIn(word, "{}", found)),
    });
  }
  return commands.length > 0 ? { commands, itself: true } : undefined;
}

/** A word in which a program puts something else for a token. */
export const replaceIn = (word: ShellWord, token: string, by: string | undefined): ShellWord =>
  word.value?.includes(token)
    ? { ...word, value: by === undefined ? undefined : word.value.replaceAll(token, by) }
    : word;
