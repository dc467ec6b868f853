import type { ShellWord } from "./shell-command.js";

const FORCE = "a force push";
const HISTORY = "rewrites or deletes history";
const WORK = "throws away work that is not committed";

const PROGRAM = "makes git run another program";
/** Settings that name a program. */
const RUNS =
  /(core\.(hookspath|sshcommand|fsmonitor|pager|editor|askpass)|alias\.|credential|filter\.|diff\.external|\.(textconv|cmd|command|program)\b)/i;

/** Why a git command cannot be taken back. */
export function gitDanger(words: readonly ShellWord[]): string | undefined {
  const args = words.slice(1).map(({ value }) => value ?? "\0");
  const at = subcommandAt(args);
  const [sub, rest] = [args[at], args.slice(at + 1)];
  if (has(args.slice(0, at), RUNS) || has(rest, /^ext::|^--(upload-pack|receive-pack|exec)\b/))
    return PROGRAM;
  switch (sub) {
    case "push":
      return pushDanger(rest);
    case "rebase":
      return has(rest, /^--(abort|quit|continue|skip|show-current-patch|edit-todo)$/) ? undefined : HISTORY;
    case "filter-branch":
    case "filter-repo":
    case "replace":
      return HISTORY;
    case "commit":
      return has(rest, /^--am/) ? HISTORY : undefined;
    case "reset":
      return has(rest, /^--(ha|me|ke)/) ? WORK : undefined;
    case "clean":
      return has(rest, /^-\w*f|^--force$/) && !has(rest, /^-\w*n|^--dry-run$/) ? WORK : undefined;
    case "checkout":
      return has(rest, /^(--force|-f|\.|--)$/) ? WORK : undefined;
    case "restore":
      return has(rest, /^--staged$|^-S$/) && !has(rest, /^--worktree$|^-W$/) ? undefined : WORK;
    case "branch":
      return has(rest, /^-D$|^-\w*[fM]$|^--force$/) ? HISTORY : undefined;
    case "tag":
      return has(rest, /^(-d|--delete|-f|--force)$/) ? HISTORY : undefined;
    case "stash":
      return has(rest.slice(0, 1), /^(drop|clear)$/) ? WORK : undefined;
    case "reflog":
      return has(rest.slice(0, 1), /^(expire|delete)$/) ? HISTORY : undefined;
    case "update-ref":
      return has(rest, /^(-d|--delete|--stdin)$/) ? HISTORY : undefined;
    case "gc":
    case "prune":
      return sub === "prune" || has(rest, /^--prune/) ? HISTORY : undefined;
    case "config":
      if (has(rest, /^(--get(-\w+)?|-l|--list|get|list)$/)) return undefined;
      return has(rest, RUNS) ? PROGRAM : undefined;
    default:
      return undefined;
  }
}

function pushDanger(args: readonly string[]): string | undefined {
  if (has(args, /^(--force|-[a-zA-Z]*f[a-zA-Z]*|--mi\w*|--pru\w*)$/) || has(args, /^\+/)) return FORCE;
  return has(args, /^(--de\w*|-[a-zA-Z]*d[a-zA-Z]*)$/) || has(args, /^:./)
    ? "deletes on a server"
    : undefined;
}

/** After `git -C folder -c name=value …`. */
function subcommandAt(args: readonly string[]): number {
  let at = 0;
  while (args[at]?.startsWith("-"))
    at += /^(-C|-c|--git-dir|--work-tree|--namespace)$/.test(args[at]!) ? 2 : 1;
  return at;
}

const has = (args: readonly string[], pattern: RegExp): boolean => args.some((arg) => pattern.test(arg));
