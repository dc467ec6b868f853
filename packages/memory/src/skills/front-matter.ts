import { yaml } from "../when-used.js";

export interface FrontMatter {
  fields: Record<string, unknown>;
  body: string;
  /** What had to be guessed, in words. */
  problems: string[];
}

/**
 * Splits a Markdown file at its front matter and reads it leniently: what is no YAML is read line by line, because a
 * colon in a description must not make a skill vanish.
 */
export function readFrontMatter(source: string): FrontMatter {
  const text = source.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const match = /^---[ \t]*\n([\s\S]*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text);
  if (!match) {
    const why = text.startsWith("---\n") ? "the front matter has no end" : "there is no front matter";
    return { fields: {}, body: text, problems: [why] };
  }
  const body = text.slice(match[0].length).replace(/^\n+/, "");
  const head = match[1]!;
  const document = yaml().parseDocument(head, { logLevel: "silent" });
  const [error] = document.errors;
  if (error) {
    const why = error.message.split("\n")[0]!.replace(/:$/, "");
    return {
      fields: readLines(head),
      body,
      problems: [`the front matter is no valid YAML (${why}); read line by line`],
    };
  }
  const fields = toPlain(document);
  if (fields) return { fields, body, problems: [] };
  return {
    fields: readLines(head),
    body,
    problems: head.trim() ? ["the front matter is no list of fields"] : [],
  };
}

/** Aliases that feed on themselves are no data. */
function toPlain(document: import("yaml").Document): Record<string, unknown> | undefined {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 20 });
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** `key: rest of the line`, with indented lines joined to it. */
function readLines(head: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  let key: string | undefined;
  for (const line of head.split("\n")) {
    const match = /^(?:\t+(?=name|description))?([A-Za-z][\w-]*)[ \t]*:(?:[ \t]+(.*))?$/.exec(line);
    if (match) {
      key = match[1]!;
      fields[key] = unquote(match[2] ?? "");
    } else if (key && /^\s+\S/.test(line))
      fields[key] = `${fields[key]} ${line.trim()}`.replace(/^[>|][+-]? /, "").trim();
  }
  return fields;
}

const unquote = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/, "$2");

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
