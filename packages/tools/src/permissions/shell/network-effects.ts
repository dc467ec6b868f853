import { type ActionDraft, readAction, writeAction } from "../path-action.js";
import type { Places } from "../places.js";
import { hasFlag, readArguments } from "./read-arguments.js";
import { lineOf, programOf, type ShellCommand } from "./shell-command.js";
import { placesOfWord } from "./word-places.js";

const CURL_VALUES =
  "-A -b -c -C -d -D -e -E -F -H -K -m -o -r -T -u -U -w -x -X -Y -y -z --data --header --output --request --user --url --data-raw --data-binary --connect-timeout --max-time --retry --user-agent --proxy --cookie --form --write-out --output-dir".split(
    " ",
  );
const WGET_VALUES =
  "-O -o -a -P -T -t -U -i -e --output-document --directory-prefix --timeout --tries --header".split(" ");
const WRITING = /^(-o|--output|-O|--output-document|-c|-D|-P|--directory-prefix|--output-dir|-a)$/;
const REMOTE = /^(?:[a-z+]+:\/\/)?(?:[^@/\s]+@)?([\w.-]+)(?::|\/|$)/i;

/** `curl`, `wget` and their like: the hosts they speak to and the files they name. */
export function networkEffects(command: ShellCommand, places: Places): ActionDraft[] | undefined {
  const program = programOf(command);
  if (program === "curl") return transfer(command, places, CURL_VALUES, ["-K", "--config"]);
  if (program === "wget")
    return transfer(command, places, WGET_VALUES, ["-i", "--input-file", "-e", "--execute"]);
  if (/^(ping|dig|host|nslookup|whois|traceroute)$/.test(program ?? "")) {
    const { operands } = readArguments(command.words.slice(1), ["-c", "-W", "-i"]);
    return operands.map(({ value, text }) => ({ kind: "network", target: value ?? text }));
  }
  return undefined;
}

function transfer(
  { words, folders }: ShellCommand,
  places: Places,
  takesValue: readonly string[],
  unless: readonly string[],
): ActionDraft[] | undefined {
  const args = readArguments(words.slice(1), takesValue);
  if (hasFlag(args, ...unless)) return undefined;
  const urls = [
    ...args.operands,
    ...args.values.flatMap(({ flag, word }) => (flag === "--url" ? [word] : [])),
  ];
  const effects: ActionDraft[] = [];
  for (const { value, text } of urls) {
    const file = /^file:\/\/[^/]*(\/.*)/.exec(value ?? "")?.[1];
    effects.push(file ? readAction(file, places) : { kind: "network", target: hostOf(value) ?? text });
  }
  for (const { flag, word } of args.values) {
    if (
      !WRITING.test(flag) ||
      (flag === "-O" && word.value === "-") ||
      /^(-|\/dev\/null)$/.test(word.value ?? "")
    )
      continue;
    const found = placesOfWord(word, folders, places);
    if (!found) return undefined;
    effects.push(...found.map((path) => writeAction(path, places)));
  }
  return effects;
}

/** The host of a URL or of an `scp`-like address, in lower case. */
const hostOf = (address: string | undefined): string | undefined =>
  address === undefined ? undefined : REMOTE.exec(address)?.[1]?.toLowerCase();

const REMOTE_PROGRAMS = /^(ssh|scp|sftp|rsync|nc|ncat|netcat|telnet|ftp|lftp|aria2c|http|https|xh)$/;
const REMOTE_GIT = /^(clone|fetch|pull|push|ls-remote|submodule)$/;

/** The hosts that a program speaks to besides whatever else it does. */
export function remoteEffects(command: ShellCommand): ActionDraft[] {
  const program = programOf(command) ?? "";
  const words = command.words.slice(1);
  const isGit = program === "git" && words.some(({ value }) => REMOTE_GIT.test(value ?? ""));
  if (!isGit && !REMOTE_PROGRAMS.test(program)) return [];
  const named = words.flatMap(({ value }) =>
    value && /^[a-z+]+:\/\/|^[^/-][^/]*:/.test(value) ? [value] : [],
  );
  const takesHost = /^(ssh|nc|ncat|netcat|telnet|s?ftp)$/.test(program);
  const first = takesHost ? words.find(({ value }) => !value?.startsWith("-")) : undefined;
  const hosts = [...named, ...(named.length === 0 && first ? [first.value] : [])].map(hostOf);
  if (hosts.length > 0) return hosts.map((host) => ({ kind: "network", target: host ?? lineOf(command) }));
  return program === "rsync" ? [] : [{ kind: "network", target: isGit ? "git remote" : lineOf(command) }];
}
