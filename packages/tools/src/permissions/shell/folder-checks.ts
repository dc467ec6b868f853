import { basename, dirname } from "node:path";
import { isInTemp, isInWorkspace, isVital, isWithin, type Places } from "../places.js";
import type { Check } from "./command-danger.js";
import { hasFlag } from "./read-arguments.js";
import { type ShellCommand, type ShellWord, wordOf } from "./shell-command.js";
import { placesOfWord } from "./word-places.js";

/** `rm`: a recursive delete, or one of a folder that much depends on. */
export const deletes: Check = (args, command, places) => {
  if (!hasFlag(args, "-r", "-R", "--recursive")) return onVital("deletes")(args, command, places);
  return outside(args.operands, "a recursive delete", command, places);
};

/** `chmod -R`, `chown -R`. */
export const changesRights: Check = (args, command, places) =>
  hasFlag(args, "-R", "--recursive")
    ? outside(args.operands.slice(1), "a recursive change of rights", command, places)
    : undefined;

/** `find … -delete`; with a test for names or ages it is a part of the folder that goes. */
export const findsAndDeletes: Check = (_, command, places) => {
  if (!command.words.some(({ value }) => value === "-delete")) return undefined;
  const end = command.words.findIndex(({ value }, index) => index > 0 && value?.startsWith("-"));
  const isPart = command.words.some(({ value }) =>
    /^-(i?name|i?path|i?regex|[acm](time|min)|size|empty)$/.test(value ?? ""),
  );
  const starts = end > 1 ? command.words.slice(1, end) : [wordOf(".")];
  const found = starts.map((word) => (isPart && word.value ? { ...word, value: `${word.value}/{}` } : word));
  return outside(found, "a recursive delete", command, places);
};

export const onVital =
  (what: string): Check =>
  ({ operands }, { folders }, places) =>
    operands.some((word) => placesOfWord(word, folders, places)?.some((path) => isVital(path, places)))
      ? `${what} a folder that much depends on`
      : undefined;

/** Reads all of a folder in which the user's credentials lie. Without flags the program always does so. */
export const readsHome =
  (...recursive: string[]): Check =>
  (args, { folders }, places) =>
    (recursive.length === 0 || hasFlag(args, ...recursive)) &&
    args.operands.some((word) =>
      placesOfWord(word, folders, places)?.some((path) => isWithin(places.home, path)),
    )
      ? "reads the whole home folder, keys and passwords too"
      : undefined;

/** Anything that is neither in the workspace nor a temporary file, and the workspace as a whole. */
export function outside(
  words: readonly ShellWord[],
  what: string,
  { folders }: ShellCommand,
  places: Places,
): string | undefined {
  for (const word of words) {
    const found = placesOfWord(word, folders, places);
    if (!found) return `${what} of what is known only when it runs`;
    if (holdsAll(word, folders, places)) return `${what} of the whole workspace`;
    for (const path of found) {
      if (path === places.workspace) return `${what} of the whole workspace`;
      if (isInWorkspace(path, places) && /[\\/]\.git$/.test(path)) return `${what} of git's own files`;
      if (!isInWorkspace(path, places) && !isInTemp(path, places)) return `${what} outside the workspace`;
    }
  }
  return undefined;
}

/** `*` in the workspace, however it is written. */
const holdsAll = (word: ShellWord, folders: ShellCommand["folders"], places: Places): boolean =>
  word.glob &&
  basename(word.value ?? "") === "*" &&
  (placesOfWord(wordOf(dirname(word.value ?? "")), folders, places) ?? []).includes(places.workspace);
