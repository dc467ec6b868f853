import { dangerOfWriting } from "../path-danger.js";
import type { Check } from "./command-danger.js";
import { outside } from "./folder-checks.js";
import { hasFlag, isShortFor, readArguments } from "./read-arguments.js";
import type { ShellCommand, ShellWord } from "./shell-command.js";
import { placesOfWord } from "./word-places.js";

// Programs of which no more is known than where they write: as dangerous as a plain write to that place.

type Targets = (words: readonly ShellWord[]) => readonly ShellWord[];

const writesTo =
  (targetsOf: Targets): Check =>
  (_, { words, folders }, places) =>
    targetsOf(words.slice(1))
      .flatMap((word) => placesOfWord(word, folders, places) ?? [])
      .map((path) => dangerOfWriting(path, places))
      .find((danger) => danger !== undefined);

/** `sed -i`, `perl -pi -e`: the files behind the script. */
export const changesInPlace: Check = writesTo((words) => {
  if (!words.some(({ value }) => /^-[nrEsuzplaw\d]*i|^--in-place/.test(value ?? ""))) return [];
  const { operands, flags } = readArguments(words, ["-e", "-f", "--expression", "--file"]);
  return operands.slice(hasFlag({ flags }, "-e", "-f", "--expression", "--file") ? 0 : 1);
});

const intoFolder = (words: readonly ShellWord[], name: string, long: string, more: string[] = []) => {
  const { operands, values } = readArguments(words, [name, long, ...more]);
  const named = values.filter(({ flag }) => flag === name || isShortFor(flag, long));
  return { operands, folders: named.map(({ word }) => word) };
};

/** `ln`, `install`: the folder of `-t`, else the last operand. */
export const putsLast: Check = writesTo((words) => {
  const { operands, folders } = intoFolder(words, "-t", "--target-directory", ["-m", "-o", "-g", "-S"]);
  return folders.length > 0 ? folders : operands.slice(-1);
});

/** `cp`, `mv`: only with `-t`; without it their operands are known. */
export const putsIntoFolder: Check = writesTo(
  (words) => intoFolder(words, "-t", "--target-directory", ["-S"]).folders,
);

export const unzips: Check = writesTo((words) => intoFolder(words, "-d", "-d").folders);

/** `tar -x`, `tar xf`: what lies in the archive goes below `-C`. */
export const unpacks: Check = writesTo((words) => {
  const extracts = words.some(({ value }, index) =>
    (index === 0 ? /^-{0,2}[a-zA-Z]*x/ : /^-[a-zA-Z]*x|^--(extract|get)$/).test(value ?? ""),
  );
  return extracts ? intoFolder(words, "-C", "--directory", ["-f", "--file"]).folders : [];
});

const lastOperand = (words: readonly ShellWord[]): ShellWord[] =>
  readArguments(words, ["-e", "-f", "--rsh"]).operands.slice(-1);

/** `rsync --delete` empties its target of all that the source has not. */
export const mirrors: Check = (args, command, places) =>
  [...args.flags].some((flag) => /^--del/.test(flag))
    ? outside(lastOperand(command.words.slice(1)), "a recursive delete", command, places)
    : writesTo(lastOperand)(args, command, places);

/** The first of several reasons. */
export const anyOf =
  (...checks: Check[]): Check =>
  (args, command: ShellCommand, places) => {
    for (const check of checks) {
      const danger = check(args, command, places);
      if (danger) return danger;
    }
    return undefined;
  };
