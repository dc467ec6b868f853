import type { Places } from "../places.js";
import { changesRights, deletes, findsAndDeletes, onVital, readsHome } from "./folder-checks.js";
import { gitDanger } from "./git-danger.js";
import { type Arguments, hasFlag, readArguments } from "./read-arguments.js";
import { programOf, type ShellCommand } from "./shell-command.js";
import {
  anyOf,
  changesInPlace,
  mirrors,
  putsIntoFolder,
  putsLast,
  unpacks,
  unzips,
} from "./writes-by-argument.js";

/** Says why a command is dangerous, where it is. */
export type Check = (args: Arguments, command: ShellCommand, places: Places) => string | undefined;

/** Why a command is always asked: it destroys, publishes, or opens what cannot be closed again. */
export function dangerOfCommand(command: ShellCommand, places: Places): string | undefined {
  const program = programOf(command) ?? "";
  if (/^mkfs|^newfs/.test(program)) return DISK;
  const check = Object.hasOwn(CHECKS, program) ? CHECKS[program] : undefined;
  return check?.(readArguments(command.words.slice(1)), command, places);
}

const DISK = "a disk tool";
const POWER = "shuts the machine down";
const KILLS = "ends every process";
const PUBLISH = "publishes";
const DELETE_REMOTE = "deletes on a server";
const ACCOUNTS = "changes users or their rights";
const FIREWALL = "changes the firewall";
const CLOCK = "changes what runs by the clock";

const always =
  (danger: string): Check =>
  () =>
    danger;

/** With one of these words or word groups anywhere among its arguments. */
const withWords =
  (words: string, danger: string): Check =>
  (_, command) =>
    new RegExp(`(^| )(${words})( |$)`, "i").test(lineAfterProgram(command)) ? danger : undefined;

const lineAfterProgram = ({ words }: ShellCommand): string =>
  words
    .slice(1)
    .map(({ value }) => value ?? "…")
    .join(" ");

const copiesRaw: Check = ({ operands }) =>
  operands.some(({ value }) => value === undefined || /^of=\/dev\/(?!null$|stdout$)/.test(value))
    ? DISK
    : undefined;

/** `kill 1`, `kill -9 -1`; `kill -1 4242` only sends signal 1. */
const kills: Check = (_, { words }) =>
  words[1]?.value === "1" || words.slice(2).some(({ value }) => value === "1" || value === "-1")
    ? KILLS
    : undefined;

const changesClock: Check = (_, command) => (lineAfterProgram(command) === "-l" ? undefined : CLOCK);

const publishes: Check = (args, command, places) =>
  /^(run|exec|x|dlx)$/.test(args.operands[0]?.value ?? "")
    ? undefined
    : withWords("(un)?publish|deprecate|owner|dist-tag|token|login|adduser", PUBLISH)(args, command, places);

const inContainer: Check = (args, command, places) => {
  const line = lineAfterProgram(command);
  if (hasFlag(args, "--privileged") || /(-v|--volume)[ =]\/:|--mount[ =]\S*(source|src)=\/,/.test(line))
    return "gives a container the whole machine";
  const prunes = withWords(
    "system prune|volume (rm|prune)|image prune -a|compose down .*-v",
    "deletes data of containers",
  );
  return prunes(args, command, places);
};

const CHECKS: Record<string, Check> = {
  rm: deletes,
  rmdir: onVital("deletes"),
  mv: anyOf(onVital("moves"), putsIntoFolder),
  find: findsAndDeletes,
  ...each("chmod chown chgrp", changesRights),
  ...each("grep egrep fgrep", readsHome("-r", "-R", "--recursive")),
  cp: anyOf(readsHome("-r", "-R", "-a", "--recursive", "--archive"), putsIntoFolder),
  ...each("rg zip scp", readsHome()),
  tar: anyOf(readsHome(), unpacks),
  rsync: anyOf(mirrors, readsHome()),
  unzip: unzips,
  ...each("sed perl", changesInPlace),
  ...each("ln install", putsLast),
  git: (_, { words }) => gitDanger(words),

  dd: copiesRaw,
  ...each("fdisk gdisk sfdisk parted wipefs shred mkswap blkdiscard cryptsetup", always(DISK)),
  ...each("hdparm badblocks lvremove vgremove pvremove zpool zfs mdadm format", always(DISK)),
  diskutil: withWords("erase\\w*|partition\\w*|reformat|zero\\w*|secureErase|apfs delete\\w*", DISK),

  ...each("shutdown reboot halt poweroff", always(POWER)),
  ...each("init telinit", withWords("[06]", POWER)),
  systemctl: withWords("poweroff|reboot|halt|kexec|suspend|hibernate|emergency|rescue", POWER),
  kill: kills,
  killall5: always(KILLS),
  ...each("passwd chpasswd useradd userdel usermod groupdel visudo", always(ACCOUNTS)),
  iptables: withWords("-F|--flush|-P|-X", FIREWALL),
  nft: withWords("flush|delete", FIREWALL),
  ufw: withWords("disable|reset|delete", FIREWALL),
  crontab: changesClock,

  ...each("docker podman", inContainer),
  ...each("npm pnpm yarn bun cargo", publishes),
  twine: withWords("upload", PUBLISH),
  gem: withWords("push|yank", PUBLISH),
  gh: withWords(
    "(repo|release|secret|ssh-key|gpg-key|variable|issue|run|cache) (delete|set|add|archive)",
    DELETE_REMOTE,
  ),
  kubectl: withWords("delete|drain|replace", DELETE_REMOTE),
  helm: withWords("uninstall|delete", DELETE_REMOTE),
  terraform: withWords("destroy|apply|state rm", DELETE_REMOTE),
  aws: withWords("s3 rb|s3 rm .*--recursive|(delete|terminate)-\\S+", DELETE_REMOTE),
  gcloud: withWords("delete", DELETE_REMOTE),
  dropdb: always("deletes a database"),
};

function each(names: string, check: Check): Record<string, Check> {
  return Object.fromEntries(names.split(" ").map((name) => [name, check]));
}
