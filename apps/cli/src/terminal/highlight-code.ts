import type { Emitter } from "highlight.js";
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import go from "highlight.js/lib/languages/go";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import pc from "picocolors";

const LANGUAGES = {
  bash,
  c,
  cpp,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
};
type LanguageName = keyof typeof LANGUAGES;

const ALIASES: Record<string, LanguageName> = {
  ...{ sh: "bash", shell: "bash", zsh: "bash", console: "bash", h: "c", "c++": "cpp", cc: "cpp", hpp: "cpp" },
  ...{
    patch: "diff",
    golang: "go",
    js: "javascript",
    jsx: "javascript",
    mjs: "javascript",
    cjs: "javascript",
  },
  ...{ jsonc: "json", json5: "json", jsonl: "json", py: "python", rs: "rust", html: "xml", svg: "xml" },
  ...{ ts: "typescript", tsx: "typescript", mts: "typescript", cts: "typescript", yml: "yaml" },
};

/** Colours that can be read on a light and on a dark ground. */
const COLOURS: Record<string, (text: string) => string> = {
  keyword: pc.magenta,
  built_in: pc.cyan,
  type: pc.cyan,
  literal: pc.magenta,
  number: pc.yellow,
  string: pc.green,
  regexp: pc.green,
  comment: pc.dim,
  meta: pc.dim,
  title: pc.blue,
  attr: pc.cyan,
  name: pc.blue,
  addition: pc.green,
  deletion: pc.red,
};

const plain = (text: string): string => text;

/** Writes colours in place of HTML. Each line is coloured by itself, so that any can stand alone. */
class ColourEmitter implements Emitter {
  #out = "";
  #text = "";
  #open: ((text: string) => string)[] = [];

  startScope(scope: string): void {
    this.#flush();
    this.#open.push(COLOURS[/^[a-z_]+/.exec(scope)?.[0] ?? ""] ?? this.#open.at(-1) ?? plain);
  }

  endScope(): void {
    this.#flush();
    this.#open.pop();
  }

  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  addText(text: string): void {
    this.#text += text;
  }

  __addSublanguage(emitter: Emitter): void {
    this.#flush();
    this.#out += emitter.toHTML();
  }

  finalize(): void {
    this.#flush();
  }

  toHTML(): string {
    this.#flush();
    return this.#out;
  }

  #flush(): void {
    if (this.#text === "") return;
    const colour = this.#open.at(-1) ?? plain;
    this.#out +=
      colour === plain || !this.#text.includes("\n")
        ? colour(this.#text)
        : this.#text.split("\n").map(colour).join("\n");
    this.#text = "";
  }
}

hljs.configure({ __emitter: ColourEmitter });

/** The code in colours; in an unknown language as it is. */
export function highlightCode(code: string, given: string): string {
  const language = knownLanguage(given.toLowerCase());
  if (!pc.isColorSupported || !language) return code;
  return hljs.highlight(code, { language, ignoreIllegals: true }).value;
}

/** Languages are prepared when they are first met: all of them would cost each start a tenth of a second. */
function knownLanguage(given: string): LanguageName | undefined {
  const name = ALIASES[given] ?? given;
  if (!isLanguage(name)) return undefined;
  for (const needed of [name, ...(name === "xml" ? (["css", "javascript"] as const) : [])])
    if (!hljs.getLanguage(needed)) hljs.registerLanguage(needed, LANGUAGES[needed]);
  return name;
}

const isLanguage = (name: string): name is LanguageName => Object.hasOwn(LANGUAGES, name);
