import {
  type AndOr,
  type Command,
  type CommandNode,
  type Function as FunctionNode,
  type ParsedScript,
  type Pipeline,
  parse,
  type Redirected,
  type SyntaxNode,
} from "unbash";
import { changesFolder } from "./changes-folder.js";
import { childrenOf } from "./children-of.js";
import { inputOf, redirectsOf } from "./command-input.js";
import { foldersAfter, joinFolders } from "./folders-after.js";
import { isForkBomb } from "./fork-bomb.js";
import { readWord } from "./read-word.js";
import type { Folders, ShellCommand } from "./shell-command.js";

export interface ShellReading {
  commands: ShellCommand[];
  /** Why the script is dangerous as a whole, or cannot be read. */
  problems: string[];
}

/**
 * Every simple command of a bash script, wherever it stands: pipelines, lists, subshells, functions, substitutions.
 *
 * The parser is unbash: of the parsers on npm (also looked at: sh-syntax, web-tree-sitter with tree-sitter-bash,
 * bash-parser) it is the one with a typed tree down to the parts of each word, without WebAssembly or a native
 * build, loaded in some 40 ms where the others took 90 to 240 until the first tree, and it is kept up.
 */
export function readShell(source: string, folders: Folders, home: string | undefined): ShellReading {
  const reader = new ShellReader(folders, home);
  reader.visit(parse(source));
  return { commands: reader.commands, problems: reader.problems };
}

type Visited = { success: Folders };

class ShellReader {
  readonly commands: ShellCommand[] = [];
  readonly problems: string[] = [];
  #folders: Folders;
  #home: string | undefined;
  #feeders: readonly ShellCommand[] = [];
  #input: ShellCommand["input"];

  constructor(folders: Folders, home: string | undefined) {
    this.#folders = folders;
    this.#home = home;
  }

  /** Returns where the shell is once the node has succeeded, where that is more than `#folders` tells. */
  visit(node: SyntaxNode): Visited | undefined {
    switch (node.type) {
      case "Script":
        return this.#script(node);
      case "Statement":
        return node.background ? this.#apart(node.command) : this.visit(node.command);
      case "Command":
        return this.#command(node);
      case "Pipeline":
        return this.#pipeline(node);
      case "AndOr":
        return this.#andOr(node);
      case "Function":
        return this.#function(node);
      case "For":
      case "ArithmeticFor":
      case "Select":
      case "While":
        return this.#loop(node);
      case "Redirected":
        return this.#redirected(node);
      case "Subshell":
      case "Coproc":
        return this.#apart(...childrenOf(node));
      case "CommandExpansion":
      case "ProcessSubstitution":
      case "ArithmeticCommandExpansion":
        if (!node.script) this.problems.push(`cannot be read: ${node.text.slice(0, 80)}`);
        return this.#apart(...childrenOf(node));
      default:
        for (const child of childrenOf(node)) this.visit(child);
        return undefined;
    }
  }

  #script(script: ParsedScript): undefined {
    const error = script.errors?.[0];
    if (error) this.problems.push(`cannot be read as a shell script (${error.message})`);
    for (const child of childrenOf(script)) this.visit(child);
  }

  #command(node: Command): Visited | undefined {
    const firstInner = this.commands.length;
    const feeders = this.#feeders;
    const outerInput = this.#input;
    this.#feeders = [];
    this.#input = undefined;
    for (const child of childrenOf(node)) this.visit(child);
    this.#feeders = feeders;
    this.#input = outerInput;
    const words = [...(node.name ? [node.name] : []), ...node.args];
    const assignments = node.prefix.flatMap((part) => (part.type === "Assignment" ? [part.name] : []));
    if ([...assignments, ...words.map(({ text }) => text)].some(isHome)) this.#home = undefined;
    const input = inputOf(node) ?? this.#input;
    const command: ShellCommand = {
      words: words.map((word) =>
        word.type === "Word"
          ? readWord(word, this.#home)
          : { text: word.text, value: word.text, glob: false },
      ),
      assignments,
      redirects: redirectsOf(node, this.#home),
      folders: this.#folders,
      ...(input && { input }),
      feeders,
      inner: this.commands.slice(firstInner),
    };
    this.commands.push(command);
    const success = foldersAfter(command, this.#home);
    if (success === "same") return undefined;
    this.#folders = joinFolders(this.#folders, success);
    return { success };
  }

  /** `{ …; } > file`: the files are used by all that stands inside. */
  #redirected(node: Redirected): undefined {
    const outer = this.#input;
    const words: ShellCommand["words"] = [];
    const redirects = redirectsOf(node, this.#home);
    this.#input = inputOf(node) ?? outer;
    for (const child of childrenOf(node)) this.visit(child);
    this.#input = outer;
    this.commands.push({ words, assignments: [], redirects, folders: this.#folders, feeders: [], inner: [] });
  }

  /** Each part of a pipeline is a shell of its own, and gets what those before it print. */
  #pipeline({ commands }: Pipeline): undefined {
    // `time cd x` and `! cd x` are no pipeline.
    if (commands.length === 1) return void this.visit(commands[0]!);
    const outer = this.#feeders;
    for (const part of commands) {
      const first = this.commands.length;
      this.#apart(part);
      this.#feeders = [...this.#feeders, ...this.commands.slice(first)];
    }
    this.#feeders = outer;
  }

  /** After `cd x &&` and `cd x || exit` only the new folder is possible. */
  #andOr({ commands, operators }: AndOr): undefined {
    const leaves = operators.length === 1 && operators[0] === "||" && isExit(commands[1]);
    let possible = this.#folders;
    let first: Visited | undefined;
    for (const [index, part] of commands.entries()) {
      const visited = this.visit(part);
      if (index === 0) first = visited;
      possible = joinFolders(possible, this.#folders);
      if (visited && operators[index] === "&&") this.#folders = visited.success;
    }
    this.#folders = leaves && first ? first.success : possible;
  }

  /** A body may run many times, or elsewhere: where it changes the folder, nobody knows where it is. */
  #loop(node: SyntaxNode): undefined {
    if (changesFolder(node)) this.#folders = undefined;
    for (const child of childrenOf(node)) this.visit(child);
  }

  #function(node: FunctionNode): undefined {
    if (isForkBomb(node)) this.problems.push("a fork bomb: a function that starts itself without end");
    const folders = changesFolder(node) ? undefined : this.#folders;
    this.#folders = undefined;
    this.visit(node.body);
    this.#folders = folders;
  }

  #apart(...nodes: (SyntaxNode | CommandNode)[]): undefined {
    const folders = this.#folders;
    for (const node of nodes) this.visit(node);
    this.#folders = folders;
  }
}

const isExit = (node: SyntaxNode | undefined): boolean =>
  node?.type === "Command" && /^(exit|return)$/.test(node.name?.value ?? "");

/** A word that sets where `~` or `cd` lead. */
const isHome = (word: string): boolean => /^(HOME|CDPATH)(=|$)/.test(word);
