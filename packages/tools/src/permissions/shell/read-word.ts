import type { Word, WordPart } from "unbash";
import type { ShellWord } from "./shell-command.js";

/** What a word will be. Only quoting and a leading `~` are resolved; an expansion makes it unknown. */
export function readWord(word: Word, home: string | undefined): ShellWord {
  const glob = word.parts?.some(({ type }) => type === "Glob" || type === "ExtendedGlob") ?? false;
  const value = word.parts ? joined(word.parts) : word.value;
  return { text: word.text, value: value === undefined ? undefined : withHome(word, value, home), glob };
}

function joined(parts: readonly WordPart[]): string | undefined {
  const values = parts.map(valueOfPart);
  return values.includes(undefined) ? undefined : values.join("");
}

function valueOfPart(part: WordPart): string | undefined {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
    case "Glob":
      return part.value;
    case "DoubleQuoted":
    case "LocaleString":
      return joined(part.parts);
    default:
      return undefined;
  }
}

/** An unquoted `~` is the home folder; `~name` is somebody else's. */
function withHome({ text }: Word, value: string, home: string | undefined): string | undefined {
  if (!text.startsWith("~")) return value;
  return home !== undefined && /^~(\/|$)/.test(value) ? home + value.slice(1) : undefined;
}
