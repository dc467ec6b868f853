import type { ShellWord } from "./shell-command.js";

/** A command's arguments, told apart as most programs do. */
export interface Arguments {
  /** `-r` and `-f`, also out of `-rf`; `--force`, without what stood behind `=`. */
  flags: ReadonlySet<string>;
  /** What is no flag, in order. */
  operands: ShellWord[];
  /** Values of the flags that take one. */
  values: { flag: string; word: ShellWord }[];
}

/** @param takesValue flags whose value is the next word, or the rest of theirs */
export function readArguments(words: readonly ShellWord[], takesValue: readonly string[] = []): Arguments {
  const flags = new Set<string>();
  const operands: ShellWord[] = [];
  const values: Arguments["values"] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    if (word.value === "--") {
      operands.push(...words.slice(index + 1));
      break;
    }
    if (word.value === undefined || !word.value.startsWith("-") || word.value === "-") {
      operands.push(word);
      continue;
    }
    const { names, taker, given } = readFlag(word.value, takesValue);
    for (const name of names) flags.add(name);
    if (!taker) continue;
    const value = given === undefined ? words[++index] : { ...word, value: given };
    if (value) values.push({ flag: taker, word: value });
  }
  return { flags, operands, values };
}

interface Flag {
  names: string[];
  /** The flag that takes a value, and the value where it stands in the same word. */
  taker?: string;
  given?: string;
}

/** `--name=value`; `-name` of programs with long names behind one dash; `-xyvalue` of all others. */
function readFlag(text: string, takesValue: readonly string[]): Flag {
  if (takesValue.includes(text)) return { names: [text], taker: text };
  if (text.startsWith("--")) {
    const at = text.indexOf("=");
    if (at < 0) return { names: [text] };
    const name = text.slice(0, at);
    return { names: [name], taker: name, given: text.slice(at + 1) };
  }
  const letters = [...text.slice(1)].map((letter) => `-${letter}`);
  const at = letters.findIndex((letter) => takesValue.includes(letter));
  if (at < 0) return { names: [text, ...letters] };
  const given = text.slice(at + 2);
  return { names: [text, ...letters.slice(0, at + 1)], taker: letters[at]!, ...(given && { given }) };
}

/** Whether one of the flags is given. A long one may be cut short, as most programs accept it. */
export const hasFlag = ({ flags }: Pick<Arguments, "flags">, ...names: readonly string[]): boolean =>
  names.some((name) => flags.has(name) || [...flags].some((flag) => isShortFor(flag, name)));

/** `--rec` is `--recursive`. */
export const isShortFor = (flag: string, name: string): boolean =>
  flag === name || (flag.length > 3 && flag.startsWith("--") && name.startsWith(flag));
