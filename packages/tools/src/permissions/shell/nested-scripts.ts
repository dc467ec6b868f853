import { findCommands } from "./find-commands.js";
import { programOf, type ShellCommand, type ShellWord } from "./shell-command.js";

export interface Nested {
  /** Scripts that will run. */
  scripts?: string[];
  /** Commands that will run. */
  commands?: ShellCommand[];
  /** Why what will run cannot be seen. */
  danger?: string;
  /** The command does something of its own besides. */
  itself?: boolean;
  /** It runs on another machine, where no path of this one means anything. */
  elsewhere?: boolean;
}

const SHELLS = /^(ba|da|z|k|a|mk)?sh$/;
const INTERPRETERS = /^(python[\d.]*|node|nodejs|perl|ruby|php|lua|deno|bun|pwsh|osascript|fish)$/;
const DOWNLOADERS = /^(curl|wget|aria2c|fetch|http|https|xh|nc|ncat|socat|lynx)$/;

const FROM_THE_NETWORK = "runs what it downloads";
const MADE_AT_RUN_TIME = "runs shell text that is known only when it runs";

/** What a command hands to another shell; `undefined` where it hands on nothing. */
export function nestedScripts(command: ShellCommand): Nested | undefined {
  const program = programOf(command);
  if (program === undefined) return undefined;
  // `env -S "cmd …"`, `watch "cmd …"`: a whole line in the place of a program.
  if (command.wrapped && /\s/.test(command.words[0]!.value!)) return inText(command, command.words);
  if (SHELLS.test(program)) return inShell(command);
  if (INTERPRETERS.test(program)) return inInterpreter(command);
  switch (program) {
    case "eval":
      return inText(command, command.words.slice(1));
    case "source":
    case ".":
      return inFile(command, command.words[1]);
    case "trap":
      return /^-?$/.test(command.words[1]?.value ?? "")
        ? undefined
        : inText(command, command.words.slice(1, 2));
    case "su":
    case "runuser":
      return inShell({ ...command, elevated: true });
    case "script":
      return inFlag(command);
    case "alias":
      return inAliases(command);
    case "at":
    case "batch":
      return { ...inInput(command), itself: true };
    case "find":
      return findCommands(command);
    case "ssh":
      return inSsh(command);
    default:
      return undefined;
  }
}

function inShell(command: ShellCommand): Nested {
  const args = command.words.slice(1);
  const inline = inFlag(command);
  if (inline) return inline;
  const readsInput = args.some(({ value }) => /^-[a-zA-Z]*s[a-zA-Z]*$/.test(value ?? ""));
  const file = args.find(({ value }) => !/^[-+]|^\/dev\/(stdin|fd\/0)$/.test(value ?? ""));
  if (file && !readsInput && programOf(command) !== "su") return inFile(command, file);
  return inInput(command);
}

/** `-c 'text'` */
function inFlag(command: ShellCommand): Nested | undefined {
  const at = command.words.findIndex(
    ({ value }, index) => index > 0 && /^-[a-zA-Z]*c[a-zA-Z]*$|^--command$/.test(value ?? ""),
  );
  return at < 0 ? undefined : inText(command, command.words.slice(at + 1, at + 2));
}

function inAliases(command: ShellCommand): Nested | undefined {
  // The parser leaves the quotes of `name='text'` where they stand.
  const scripts = command.words
    .slice(1)
    .flatMap(({ value }) => /^[^=]+=(['"]?)(.+)\1$/s.exec(value ?? "")?.[2] ?? []);
  return scripts.length > 0 ? { scripts, itself: true } : undefined;
}

/** Input is a program only where the interpreter was given none: `curl … | python3 -m json.tool` is harmless. */
function inInterpreter(command: ShellCommand): Nested | undefined {
  const args = command.words.slice(1).filter(({ value }) => value !== "-");
  if (isDownloaded(command, args[0])) return { danger: FROM_THE_NETWORK, itself: true };
  if (args.length === 0 && command.feeders.some(isDownload))
    return { danger: FROM_THE_NETWORK, itself: true };
  return undefined;
}

function inText(command: ShellCommand, words: readonly ShellWord[]): Nested {
  const values = words.map(({ value }) => value);
  if (!values.includes(undefined)) return { scripts: [values.join(" ")] };
  return { danger: command.inner.some(isDownload) ? FROM_THE_NETWORK : MADE_AT_RUN_TIME, itself: true };
}

function inFile(command: ShellCommand, file: ShellWord | undefined): Nested {
  if (isDownloaded(command, file)) return { danger: FROM_THE_NETWORK, itself: true };
  if (file && file.value === undefined) return { danger: MADE_AT_RUN_TIME, itself: true };
  return { itself: true };
}

function inInput(command: ShellCommand): Nested {
  const { feeders, input } = command;
  if (input?.text !== undefined) return { scripts: [input.text] };
  const isMade = input !== undefined || command.redirects.some(({ target }) => target.value === undefined);
  if (feeders.some(isDownload) || (isMade && command.inner.some(isDownload)))
    return { danger: FROM_THE_NETWORK, itself: true };
  const printed = feeders.length === 1 ? printedBy(feeders[0]!) : undefined;
  if (printed !== undefined) return { scripts: [printed] };
  const isFromFiles = !isMade && feeders.every((feeder) => programOf(feeder) === "cat" && !feeder.input);
  return isFromFiles ? { itself: true } : { danger: MADE_AT_RUN_TIME, itself: true };
}

const SSH_VALUES = /^-[BbcDEeFIiJLlmOopQRSWw]$/;

function inSsh(command: ShellCommand): Nested | undefined {
  const args = command.words.slice(1);
  let at = 0;
  while (args[at]?.value?.startsWith("-")) at += SSH_VALUES.test(args[at]!.value!) ? 2 : 1;
  const remote = args.slice(at + 1);
  if (remote.length === 0) return undefined;
  return { ...inText(command, remote), itself: true, elsewhere: true };
}

/** What `echo`, `printf` or `cat <<EOF` prints, where that is plain text. */
function printedBy(command: ShellCommand): string | undefined {
  if (programOf(command) === "cat" && command.words.length === 1) return command.input?.text;
  const args = command.words.slice(1).filter(({ value }) => value !== "-n");
  if (!/^(echo|printf)$/.test(programOf(command) ?? "")) return undefined;
  const text = args.every(({ value }) => value !== undefined)
    ? args.map(({ value }) => value).join(" ")
    : undefined;
  return text === undefined || /[\\%]/.test(text) || text.startsWith("-") ? undefined : text;
}

const isDownload = (command: ShellCommand): boolean =>
  DOWNLOADERS.test(programOf(command) ?? "") ||
  command.inner.some(isDownload) ||
  command.words.some(({ value }) => DOWNLOADERS.test(value ?? ""));

/** `bash <(curl …)`: a file that is the output of a command in the line. */
const isDownloaded = ({ inner }: ShellCommand, file: ShellWord | undefined): boolean =>
  file?.value === undefined && file !== undefined && inner.some(isDownload);
