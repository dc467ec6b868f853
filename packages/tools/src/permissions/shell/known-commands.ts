/** How a known program treats its arguments. */
export interface KnownCommand {
  /** What its operands are. `last-write`: the last one is written, the others are read. */
  operands: "read" | "write" | "last-write" | "none";
  /** Flags whose value is the next word; those in `writes` name a file that is written. */
  values?: readonly string[];
  writes?: readonly string[];
  /** The first operand is a pattern or a program of its own, unless `-e` gives one. */
  scriptFirst?: true;
  /** With one of these it may start programs or write where nobody sees. */
  unless?: readonly string[];
  /** Only what this accepts is known. */
  only?: (args: readonly string[]) => boolean;
}

const read: KnownCommand = { operands: "read" };
const none: KnownCommand = { operands: "none" };
const write: KnownCommand = { operands: "write" };

const searching: KnownCommand = {
  operands: "read",
  scriptFirst: true,
  values: ["-e", "-m", "-A", "-B", "-C", "-g", "-t", "--include", "--exclude"],
};

const named = (names: string, command: KnownCommand): [string, KnownCommand][] =>
  names.split(" ").map((name) => [name, command]);

/** `-n` and lines to print, or replacements without the flags that run or write. */
const PLAIN_SED = /^([\d,$;p]*p|s([/|#,])(?:(?!\2).)*\2(?:(?!\2).)*\2[gip\d]*|\d*(,[\d$]+)?d|\/[^/]*\/[pd])$/;
const PLAIN_AWK = /^(?!.*(system|getline|\||>|@))/s;

/** The first operand is a script that only reads, and no flag says otherwise. */
const plainScript =
  (script: RegExp, flags: RegExp) =>
  (args: readonly string[]): boolean => {
    const first = args.find((arg) => !arg.startsWith("-"));
    return (
      first !== undefined &&
      script.test(first) &&
      args.every((arg) => !arg.startsWith("-") || flags.test(arg))
    );
  };

/** Programs whose whole effect stands in their arguments. Everything else is an `execute` action. */
export const KNOWN_COMMANDS = new Map<string, KnownCommand>([
  ...named(
    "cat head tail wc ls stat file du df nl tac rev cut tr comm cmp diff join paste fold expand od hexdump strings basename dirname readlink realpath md5sum sha1sum sha256sum sha512sum cksum column zcat",
    read,
  ),
  ...named(
    "echo pwd test [ true false : seq which type whoami id uname uptime free sleep wait exit return break continue shift local declare export unset read set cd printenv getconf nproc ps pgrep jobs ulimit umask times expr typeset readonly",
    none,
  ),
  ["tail", { operands: "read", values: ["-n", "-c"] }],
  ["head", { operands: "read", values: ["-n", "-c"] }],
  ["cut", { operands: "read", values: ["-d", "-f", "-c", "-b"] }],
  ["tr", none],
  ["printf", { operands: "none", unless: ["-v"] }],
  ["jq", { operands: "read", scriptFirst: true, unless: ["-f", "--from-file"] }],
  ["tree", { operands: "read", values: ["-L", "-I", "-P"], writes: ["-o"] }],
  ["date", { operands: "none", unless: ["-s", "--set"] }],
  ...named("grep egrep fgrep", { ...searching, unless: ["-f", "--file"] }),
  ["rg", { ...searching, unless: ["-f", "--file", "--pre", "--hostname-bin"] }],
  [
    "sort",
    {
      operands: "read",
      values: ["-k", "-t", "-S"],
      writes: ["-o", "--output"],
      unless: ["--compress-program"],
    },
  ],
  ["uniq", { operands: "read", only: (args) => args.filter((arg) => !arg.startsWith("-")).length <= 1 }],
  ["sed", { operands: "read", scriptFirst: true, only: plainScript(PLAIN_SED, /^-[nErsuz]+$/) }],
  ["awk", { operands: "read", scriptFirst: true, only: plainScript(PLAIN_AWK, /^-F./) }],
  [
    "find",
    {
      operands: "read",
      values:
        "-name -iname -path -type -maxdepth -mindepth -size -mtime -mmin -newer -perm -user -regex".split(
          " ",
        ),
      unless: "-delete -exec -execdir -ok -okdir -fprint -fprintf -fprint0 -fls".split(" "),
    },
  ],
  ...named("rm rmdir mkdir touch unlink", write),
  ["tee", write],
  ["mkdir", { operands: "write", values: ["-m"] }],
  ["touch", { operands: "write", values: ["-d", "-t", "-r"] }],
  ["truncate", { operands: "write", values: ["-s", "-r"] }],
  ["chmod", { operands: "write" }],
  ["mv", { operands: "write", values: ["-S"], unless: ["-t", "--target-directory"] }],
  ["cp", { operands: "last-write", values: ["-S"], unless: ["-t", "--target-directory"] }],
]);

/** Git commands that only look. */
export const GIT_READERS = new Set(
  "status log diff show rev-parse ls-files ls-tree blame describe shortlog grep cat-file rev-list merge-base name-rev count-objects check-ignore whatchanged version help".split(
    " ",
  ),
);

/** What drives a phone or the desktop. */
export const DEVICE_PROGRAMS =
  /^(adb|fastboot|scrcpy|xdotool|ydotool|wtype|cliclick|osascript|xte|wmctrl|screencapture|scrot|grim)$/;

/** Variables that change which programs run, or what they do. */
export const RISKY_VARIABLES =
  /^(PATH|IFS|ENV|HOME|SHELL|EDITOR|VISUAL|CDPATH|PS4|PROMPT_COMMAND|LESSOPEN|LESSCLOSE)$|^(LD_|DYLD_|BASH_|PYTHON|NODE_|PERL|RUBY|GIT_|SSH_|JAVA_|npm_config_)|(PAGER|_PROXY|_OPTIONS|_OPTS|FLAGS|_proxy)$/;

/** Programs whose arguments are variables. */
export const SETS_VARIABLES = /^(export|declare|local|typeset|readonly|read)$/;
