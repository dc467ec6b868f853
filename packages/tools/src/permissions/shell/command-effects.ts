import { dirname } from "node:path";
import { type ActionDraft, readAction, writeAction } from "../path-action.js";
import { dangerOfReading } from "../path-danger.js";
import type { Places } from "../places.js";
import { dangerOfCommand } from "./command-danger.js";
import {
  DEVICE_PROGRAMS,
  GIT_READERS,
  KNOWN_COMMANDS,
  type KnownCommand,
  RISKY_VARIABLES,
  SETS_VARIABLES,
} from "./known-commands.js";
import { networkEffects, remoteEffects } from "./network-effects.js";
import { hasFlag, isShortFor, readArguments } from "./read-arguments.js";
import { lineOf, programOf, type ShellCommand, type ShellWord } from "./shell-command.js";
import { placesOfWord } from "./word-places.js";

/** What one simple command does, in the words of the rules. What cannot be told from its words is `execute`. */
export function commandEffects(command: ShellCommand, places: Places): ActionDraft[] {
  return [...redirectEffects(command, places), ...programEffects(command, places)];
}

function programEffects(command: ShellCommand, places: Places): ActionDraft[] {
  const program = programOf(command);
  const set = SETS_VARIABLES.test(program ?? "") ? command.words.slice(1).map(nameIn) : [];
  const odd = [...command.assignments, ...set].filter((name) => RISKY_VARIABLES.test(name));
  const target = [...odd.map((name) => `${name}=…`), lineOf(command)].join(" ").trim();
  if (command.words.length === 0) return odd.length > 0 ? [{ kind: "execute", target }] : [];
  if (program === undefined)
    return [{ kind: "execute", target, danger: "a program whose name is known only when it runs" }];

  const danger = dangerOfCommand(command, places) ?? credentialIn(command, places);
  if (DEVICE_PROGRAMS.test(program)) return [{ kind: "device", target, ...(danger && { danger }) }];
  const remote = remoteEffects(command);
  const isPlain = odd.length === 0 && !command.elevated && isFromSystem(command.words[0]!.value!);
  if (isPlain && isOwnDeviceCommand(command)) return [{ kind: "device", target, ...(danger && { danger }) }];
  const known = isPlain ? (networkEffects(command, places) ?? knownEffects(command, places)) : undefined;
  if (!known) return [...remote, { kind: "execute", target, ...(danger && { danger }) }];
  return danger ? [...known, { kind: "execute", target, danger }] : known;
}

/** `ga device …`, where nothing before `device` could hide another command. */
const isOwnDeviceCommand = ({ words }: ShellCommand): boolean =>
  /^ga(?:\.(?:cmd|ps1))?$/i.test(words[0]?.value ?? "") && words[1]?.value === "device";

const nameIn = ({ value, text }: ShellWord): string => (value ?? text).split("=", 1)[0]!;

/** `./ls` is not `ls`. */
const isFromSystem = (name: string): boolean =>
  !/[\\/]/.test(name) || /^(\/usr(\/local)?|\/opt\/homebrew)?\/s?bin$/.test(dirname(name));

function knownEffects(command: ShellCommand, places: Places): ActionDraft[] | undefined {
  const program = programOf(command)!;
  if (program === "git") return gitEffects(command);
  const known = KNOWN_COMMANDS.get(program);
  if (!known) return undefined;
  const words = command.words.slice(1);
  const args = readArguments(words, [...(known.values ?? []), ...(known.writes ?? [])]);
  if (hasFlag(args, ...(known.unless ?? []))) return undefined;
  if (known.operands === "none" && program !== "echo" && words.some(isEvaluated)) return undefined;
  if (known.only && !known.only(words.map(({ value }) => value ?? "\0"))) return undefined;
  const isWriting = (flag: string) => known.writes?.some((name) => isShortFor(flag, name));
  const written = args.values.filter(({ flag }) => isWriting(flag)).map(({ word }) => word);
  const script = (known.scriptFirst && !hasFlag(args, "-e", "--regexp")) || program === "chmod" ? 1 : 0;
  const [reads, writes] = shareOut(known, args.operands.slice(script));
  return effectsOnPaths(reads, [...writes, ...written], command, places);
}

/** Some builtins run what stands in the index of an array: `test -v 'a[$(cmd)]'`. */
const isEvaluated = ({ value }: ShellWord): boolean => value !== undefined && /\$\(|`/.test(value);

function shareOut({ operands }: KnownCommand, words: ShellWord[]): [ShellWord[], ShellWord[]] {
  if (operands === "read") return [words, []];
  if (operands === "write") return [[], words];
  return operands === "none" ? [[], []] : [words.slice(0, -1), words.slice(-1)];
}

function effectsOnPaths(
  reads: ShellWord[],
  writes: ShellWord[],
  { folders }: ShellCommand,
  places: Places,
): ActionDraft[] | undefined {
  const read = reads.map((word) => placesOfWord(word, folders, places));
  const written = writes.map((word) => placesOfWord(word, folders, places));
  if (read.includes(undefined) || written.includes(undefined)) return undefined;
  return [
    ...(read as string[][]).flat().map((path) => readAction(path, places)),
    ...(written as string[][])
      .flat()
      .filter((path) => !NEUTRAL.test(path))
      .map((path) => writeAction(path, places)),
  ];
}

/** Readers write nothing unless they are told a file or a program. */
function gitEffects({ words }: ShellCommand): ActionDraft[] | undefined {
  const [, sub, ...rest] = words.map(({ value }) => value ?? "\0");
  const isReader = sub !== undefined && GIT_READERS.has(sub);
  const isList =
    /^(branch|tag|remote|stash)$/.test(sub ?? "") &&
    /^(|-v|-vv|-a|-r|-l|--list|list|show)$/.test(rest.join(" "));
  const writes = rest.some((arg) =>
    /^(--output|-O|--open-files-in-pager|--ext-diff|--textconv|\0)/.test(arg),
  );
  return (isReader || isList) && !writes ? [] : undefined;
}

/** Files that keep nothing. */
const NEUTRAL = /^\/dev\/(null|stdin|stdout|stderr|tty|zero|full|u?random|fd\/\d+)$/;

function redirectEffects({ redirects, folders }: ShellCommand, places: Places): ActionDraft[] {
  return redirects.flatMap(({ operator, target }): ActionDraft[] => {
    if (/^[<>]&$/.test(operator) && /^(\d+-?|-)$/.test(target.value ?? "")) return [];
    if (NEUTRAL.test(target.value ?? "")) return [];
    const host = /^\/dev\/(?:tcp|udp)\/([^/]+)/.exec(target.value ?? target.text)?.[1];
    if (host) return [{ kind: "network", target: host }];
    const found = placesOfWord(target, folders, places);
    if (!found) return [{ kind: "execute", target: `${operator} ${target.text}` }];
    const effect = operator === "<" ? readAction : writeAction;
    return found.map((path) => effect(path, places));
  });
}

/** A credential file among the arguments of any program, also behind `=`, `@` or `file://`. */
function credentialIn({ words, folders }: ShellCommand, places: Places): string | undefined {
  if (/^(echo|printf|test|\[)$/.test(words[0]?.value ?? "")) return undefined;
  for (const word of words.slice(1)) {
    const texts = [word.value ?? "", ...(word.value ?? "").split(/[=@:]|file:\/\//)].filter(
      (text) => text !== "",
    );
    for (const value of new Set(texts)) {
      const found = placesOfWord({ ...word, value: withHome(value, places) }, folders, places) ?? [];
      const danger = found.map((path) => dangerOfReading(path, places)).find(Boolean);
      if (danger) return danger;
    }
  }
  return undefined;
}

const withHome = (value: string, { home }: Places): string => value.replace(/^~(?=\/|$)/, home);
