import { replaceIn } from "./find-commands.js";
import { programOf, type ShellCommand, type ShellWord, UNKNOWN_WORD } from "./shell-command.js";

interface Wrapper {
  /** Flags whose value is the next word. */
  values?: readonly string[];
  /** Flags without a value. An unknown flag is read both ways. */
  plain?: RegExp;
  /** Words before the command, for example the time of `timeout`. */
  positional?: number;
  /** `NAME=value` may stand before the command. */
  assigns?: true;
  elevated?: true;
  /** Arguments come from the input too. */
  fromInput?: true;
  /** With this flag it starts a shell instead. */
  shellFlag?: string;
}

/** Programs that start the command in their arguments. */
const WRAPPERS: Record<string, Wrapper> = {
  sudo: {
    values: "-u -g -h -p -C -r -t -T -U -D -R --user --group --chdir".split(" "),
    plain: /^-[AbEHKkNnPSVviBsl]+$|^--(preserve-env|non-interactive|stdin|set-home|login|shell)$/,
    assigns: true,
    elevated: true,
  },
  doas: { values: ["-u", "-C"], plain: /^-[nLs]+$/, elevated: true },
  runuser: {
    values: ["-u", "-g", "-G", "--user", "--group", "--supp-group"],
    elevated: true,
    shellFlag: "-c",
  },
  nsenter: { values: ["-t", "-S", "-G"], plain: /^-[amuinpCTUFZ]+$/, elevated: true },
  unshare: { values: ["-S", "-G", "-R", "-w"], plain: /^-[muinpCTUfrc]+$/ },
  pkexec: { values: ["--user"], elevated: true },
  env: {
    values: ["-u", "-C", "--unset", "--chdir"],
    plain: /^-[i0v]*$|^--ignore-environment$/,
    assigns: true,
  },
  nohup: {},
  setsid: { plain: /^-[cfw]+$/ },
  time: { values: ["-o", "-f"], plain: /^-[pvaq]+$/ },
  nice: { values: ["-n", "--adjustment"], plain: /^-\d+$/ },
  ionice: { values: ["-c", "-n"], plain: /^-t$/ },
  timeout: {
    values: ["-s", "-k", "--signal", "--kill-after"],
    plain: /^--(foreground|preserve-status|verbose)$|^-v$/,
    positional: 1,
  },
  stdbuf: { values: ["-i", "-o", "-e"], plain: /^-[ioe].+$/ },
  exec: { values: ["-a"], plain: /^-[cl]+$/ },
  command: { plain: /^-p$/ },
  builtin: {},
  busybox: {},
  toybox: {},
  caffeinate: { values: ["-t", "-w"], plain: /^-[dimsu]+$/ },
  watch: { values: ["-n", "--interval"], plain: /^-[bcdegtx]+$/ },
  flock: { values: ["-w", "-E"], plain: /^-[nsxuoe]+$/, positional: 1 },
  chroot: { values: ["--userspec", "--groups"], positional: 1, elevated: true },
  strace: { values: ["-o", "-e", "-p", "-s"], plain: /^-[fcqtvy]+$/ },
  xargs: {
    values: "-I -n -P -L -d -E -s -a --max-args --max-procs --delimiter --arg-file --replace".split(" "),
    plain: /^-[0rtpx]+$|^-[InPLdEs].+$|^--(null|no-run-if-empty|verbose)$/,
    fromInput: true,
  },
  parallel: { values: ["-j", "--jobs", "-I"], plain: /^-[0kqu]+$|^-j\d+$/, fromInput: true },
};

/** The command inside of a wrapper such as `sudo`, `env` or `xargs`; `undefined` where it is no wrapper. */
export function peelWrapper(command: ShellCommand): ShellCommand[] | undefined {
  const name = programOf(command);
  if (name === undefined || !Object.hasOwn(WRAPPERS, name)) return undefined;
  const wrapper = WRAPPERS[name]!;
  if (wrapper.shellFlag && command.words.some(({ value }) => value === wrapper.shellFlag)) return undefined;
  const starts = startsOf(command.words, wrapper).filter((at) => at < command.words.length);
  return starts.map((at) => ({
    ...command,
    wrapped: true,
    words: wrapper.fromInput
      ? fed(command.words.slice(at), command.words.slice(1, at))
      : command.words.slice(at),
    assignments: [...command.assignments, ...namesBefore(command.words.slice(1, at))],
    ...(wrapper.elevated && { elevated: true }),
  }));
}

/** Arguments of `xargs`: its input at the end, or wherever the token of `-I` stands. */
function fed(words: readonly ShellWord[], flags: readonly ShellWord[]): ShellWord[] {
  const at = flags.findIndex(({ value }) => /^(-I|--replace)/.test(value ?? ""));
  const token = flags[at]?.value?.replace(/^-I|^--replace=?/, "") || flags[at + 1]?.value || "{}";
  const filled = words.map((word) => replaceIn(replaceIn(word, "{}", undefined), token, undefined));
  return at < 0 ? [...filled, UNKNOWN_WORD] : filled;
}

/** Where the inner command may begin. Two places where a flag is not known: with and without a value. */
function startsOf(words: readonly ShellWord[], wrapper: Wrapper): number[] {
  const doubts: number[] = [];
  let at = 1;
  for (; at < words.length; at++) {
    const value = words[at]!.value;
    if (value === "--") {
      at++;
      break;
    }
    if (value?.startsWith("-") && value !== "-") {
      if (wrapper.values?.includes(value)) at++;
      else if (!wrapper.plain?.test(value) && !/^--[\w-]+=/.test(value)) doubts.push(at + 2);
    } else if (!(wrapper.assigns && value !== undefined && /^\w+=/.test(value))) break;
  }
  const skip = wrapper.positional ?? 0;
  return [...new Set([at + skip, ...doubts.map((doubt) => doubt + skip)])];
}

const namesBefore = (words: readonly ShellWord[]): string[] =>
  words.flatMap(({ value }) => /^(\w+)=/.exec(value ?? "")?.[1] ?? []);
