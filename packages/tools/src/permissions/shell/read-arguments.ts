import type { ShellWord } from "./shell-command.js";

/** A command's arguments, told apart as most programs do. */
export interface Arguments {
  /** `-r`, `-f` (also out of `-rf`), `--force`, with what stood behind `=` left out. */
  flags: ReadonlySet<string>;
  /** What is no flag, in order. */
  operands: ShellWord[];
  /** Values of the flags that take one. */
  values: { flag: string; word: ShellWord }[];
}

/** @param takesValue flags whose value is the next word */
export function readArguments(words: readonly ShellWord[], takesValue: readonly string[] = []): Arguments {
  const flags = new Set<string>();
  const operands: ShellWord[] = [];
  const values: Arguments["values"] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    const { value } = word;
    if (value === "--") {
      operands.push(...words.slice(index + 1));
      break;
    }
    if (value === undefined || !value.startsWith("-") || value === "-") {
      operands.push(word);
      continue;
    }
    const [name = "", given] = splitAt(value, "=");
    for (const flag of namesOf(name)) flags.add(flag);
    const taker = namesOf(name).findLast((flag) => takesValue.includes(flag));
    if (given !== undefined) values.push({ flag: name, word: { ...word, value: given } });
    else if (taker && (name === taker || name.endsWith(taker.slice(1)))) {
      const next = words[++index];
      if (next) values.push({ flag: taker, word: next });
    }
  }
  return { flags, operands, values };
}

/** `-rf` is `-r` and `-f`, and by itself: some programs have long names behind one dash. */
const namesOf = (flag: string): string[] =>
  flag.startsWith("--") || flag.length <= 2
    ? [flag]
    : [flag, ...[...flag.slice(1)].map((letter) => `-${letter}`)];

function splitAt(text: string, sign: string): [string, string?] {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

export const hasFlag = ({ flags }: Arguments, ...names: string[]): boolean =>
  names.some((name) => flags.has(name));
