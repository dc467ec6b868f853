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
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

const plain = (text: string): string => text;

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

/** The code in colours; in an unknown language as it is. */
export function highlightCode(code: string, language: string): string {
  if (!pc.isColorSupported || !hljs.getLanguage(language)) return code;
  const { value } = hljs.highlight(code, { language, ignoreIllegals: true });
  return colours(value);
}

const TAG = /<span class="([^"]*)">|<\/span>|([^<]+)/g;

/** Each piece of text is coloured by itself, line by line, so that any line can stand alone. */
function colours(html: string): string {
  const open: ((text: string) => string)[] = [];
  let out = "";
  for (const [tag, classes, text] of html.matchAll(TAG)) {
    if (text !== undefined)
      out += unescaped(text)
        .split("\n")
        .map(open.at(-1) ?? plain)
        .join("\n");
    else if (tag === "</span>") open.pop();
    else open.push(COLOURS[/hljs-(\w+)/.exec(classes ?? "")?.[1] ?? ""] ?? open.at(-1) ?? plain);
  }
  return out;
}

const ESCAPED: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#x27": "'", amp: "&" };

const unescaped = (text: string): string =>
  text.includes("&") ? text.replace(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => ESCAPED[name]!) : text;
