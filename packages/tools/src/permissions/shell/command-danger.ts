import { basename, dirname } from "node:path";
import { isInTemp, isInWorkspace, isVital, isWithin, type Places } from "../places.js";
import { gitDanger } from "./git-danger.js";
import { type Arguments, hasFlag, readArguments } from "./read-arguments.js";
import { programOf, type ShellCommand, type ShellWord, wordOf } from "./shell-command.js";
import { placesOfWord } from "./word-places.js";

type Check = (args: Arguments, command: ShellCommand, places: Places) => string | undefined;

/** Why a command is always asked: it destroys, publishes, or opens what cannot be closed again. */
export function dangerOfCommand(command: ShellCommand, places: Places): string | undefined {
  const program = programOf(command) ?? "";
  if (/^mkfs|^newfs/.test(program)) return DISK;
  const check = Object.hasOwn(CHECKS, program) ? CHECKS[program] : undefined;
  return check?.(readArguments(command.words.slice(1)), command, places);
}

const DISK = "a disk tool";
const POWER = "shuts the machine down";
const PUBLISH = "publishes";
const DELETE_REMOTE = "deletes on a server";
const ACCOUNTS = "changes users or their rights";
const FIREWALL = "changes the firewall";

const always =
  (danger: string): Check =>
  () =>
    danger;

/** With one of these as its first words. */
const withWords =
  (pattern: RegExp, danger: string): Check =>
  (_, { words }) =>
    pattern.test(
      words
        .slice(1)
        .map(({ value }) => value ?? "")
        .join(" "),
    )
      ? danger
      : undefined;

const deletes: Check = (args, command, places) => {
  if (!hasFlag(args, "-r", "-R", "--recursive")) return onVital("deletes")(args, command, places);
  return outside(args.operands, "a recursive delete", command, places);
};

const changesModes: Check = (args, command, places) =>
  hasFlag(args, "-R", "--recursive")
    ? outside(args.operands.slice(1), "a recursive change of rights", command, places)
    : undefined;

const searches: Check = (_, command, places) => {
  if (!command.words.some(({ value }) => value === "-delete")) return undefined;
  const end = command.words.findIndex(({ value }, index) => index > 0 && value?.startsWith("-"));
  const isPart = command.words.some(({ value }) =>
    /^-(i?name|i?path|i?regex|[acm](time|min)|size|empty)$/.test(value ?? ""),
  );
  const starts = end > 1 ? command.words.slice(1, end) : [wordOf(".")];
  const found = starts.map((word) => (isPart && word.value ? { ...word, value: `${word.value}/{}` } : word));
  return outside(found, "a recursive delete", command, places);
};

const onVital =
  (what: string): Check =>
  ({ operands }, { folders }, places) =>
    operands.some((word) => placesOfWord(word, folders, places)?.some((path) => isVital(path, places)))
      ? `${what} a folder that much depends on`
      : undefined;

/** A folder that holds the credentials of the user. */
const copiesHome =
  (...recursive: string[]): Check =>
  (args, { folders }, places) =>
    (recursive.length === 0 || hasFlag(args, ...recursive)) &&
    args.operands.some((word) =>
      placesOfWord(word, folders, places)?.some((path) => isWithin(places.home, path)),
    )
      ? "reads the whole home folder, keys and passwords too"
      : undefined;

const copiesRaw: Check = ({ operands }) =>
  operands.some(({ value }) => value === undefined || /^of=\/dev\/(?!null$|stdout$)/.test(value))
    ? DISK
    : undefined;

const kills: Check = (_, { words }) =>
  words.slice(1).some(({ value }) => value === "1" || value === "-1") &&
  !/^-\w*1$/.test(words[1]?.value ?? "")
    ? "ends every process"
    : undefined;

const inContainer: Check = (args, { words }) => {
  const line = words.map(({ value }) => value ?? "").join(" ");
  if (hasFlag(args, "--privileged") || /(-v|--volume)[ =]\/:|--mount[ =]\S*(source|src)=\/,/.test(line))
    return "gives a container the whole machine";
  return /^\S+ (system prune|volume (rm|prune)|image prune -a|compose down .*-v)/.test(line)
    ? "deletes data of containers"
    : undefined;
};

/** Anything that is neither in the workspace nor a temporary file, and the workspace as a whole. */
function outside(
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

const PACKAGES = withWords(/^(publish|unpublish|deprecate|owner|dist-tag|token|login|adduser)\b/, PUBLISH);

const CHECKS: Record<string, Check> = {
  rm: deletes,
  rmdir: onVital("deletes"),
  find: searches,
  mv: onVital("moves"),
  ...record("grep egrep fgrep", copiesHome("-r", "-R", "--recursive")),
  cp: copiesHome("-r", "-R", "-a", "--recursive", "--archive"),
  ...record("rg tar zip rsync scp", copiesHome()),
  chmod: changesModes,
  chown: changesModes,
  chgrp: changesModes,
  git: (_, { words }) => gitDanger(words),
  dd: copiesRaw,
  ...record(
    "fdisk gdisk sfdisk parted wipefs shred mkswap blkdiscard cryptsetup hdparm badblocks",
    always(DISK),
  ),
  ...record("lvremove vgremove pvremove zpool zfs mdadm format", always(DISK)),
  diskutil: withWords(/^(erase|partition|reformat|zero|secureErase|apfs delete)/i, DISK),
  ...record("shutdown reboot halt poweroff", always(POWER)),
  init: withWords(/^[06]$/, POWER),
  telinit: withWords(/^[06]$/, POWER),
  systemctl: withWords(/^(poweroff|reboot|halt|kexec|suspend|hibernate|emergency|rescue)\b/, POWER),
  kill: kills,
  killall5: always("ends every process"),
  ...record("passwd chpasswd useradd userdel usermod groupdel visudo", always(ACCOUNTS)),
  iptables: withWords(/(^| )(-F|--flush|-P|-X)\b/, FIREWALL),
  nft: withWords(/^(flush|delete)/, FIREWALL),
  ufw: withWords(/^(disable|reset|delete)/, FIREWALL),
  crontab: withWords(/^(?!-l$)/, "changes what runs by the clock"),
  docker: inContainer,
  podman: inContainer,
  ...record("npm pnpm yarn bun cargo", PACKAGES),
  twine: withWords(/^upload/, PUBLISH),
  gem: withWords(/^(push|yank)/, PUBLISH),
  gh: withWords(
    /^(repo|release|secret|ssh-key|gpg-key|variable|issue|run|cache) (delete|set|add|archive)\b/,
    DELETE_REMOTE,
  ),
  kubectl: withWords(/^(delete|drain|replace)\b/, DELETE_REMOTE),
  helm: withWords(/^(uninstall|delete)\b/, DELETE_REMOTE),
  terraform: withWords(/^(destroy|apply|state rm)\b/, DELETE_REMOTE),
  aws: withWords(/^s3 (rb|rm .*--recursive)|\b(delete|terminate)-/, DELETE_REMOTE),
  gcloud: withWords(/\bdelete\b/, DELETE_REMOTE),
  dropdb: always("deletes a database"),
};

function record(names: string, check: Check): Record<string, Check> {
  return Object.fromEntries(names.split(" ").map((name) => [name, check]));
}
