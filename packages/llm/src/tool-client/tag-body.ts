import type { JsonObject, ToolSpec } from "@genericagent/core-loop";
import { asObject, asText, parseJson } from "../loose-json.js";
import { CallEnd, type CallSite } from "./call-end.js";
import { readCalls, unreadable } from "./read-calls.js";
import { attributeOf, readTag, type Tag } from "./read-tag.js";
import type { Cursor, Region, TextCall, TextPiece } from "./scan-region.js";

/** Tags around a value, and the tag that names the value which follows it. */
const VALUE_TAGS: ReadonlySet<string> = new Set(["parameter", "arg_value"]);

/**
 * A call written as tags: `<function=name>`, `<invoke name="…">` or `<tool_call>name`, with a tag for each argument
 * or JSON inside. Its closing tag counts only outside of an argument.
 */
export class TagBody implements Region {
  #body = "";
  #inValue = false;

  constructor(
    private readonly name: string,
    private readonly closer: string,
    private readonly site: CallSite,
  ) {}

  read(cursor: Cursor, out: TextPiece[]): Region | undefined {
    const { text, final } = cursor;
    for (let at = text.indexOf("<", cursor.at); at >= 0; at = text.indexOf("<", at + 1)) {
      const tag = readTag(text, at, final);
      if (tag === "partial") return this.#take(cursor, at);
      if (!tag) continue;
      if (VALUE_TAGS.has(tag.name)) this.#inValue = !tag.closing;
      if (!this.#closes(tag)) continue;
      this.#take(cursor, at);
      cursor.at = tag.end;
      const { tools } = this.site.prose;
      const call = toCall(
        this.name,
        this.#body,
        tools.find(({ name }) => name === this.name),
      );
      return new CallEnd([call], this.#body, this.site).behindTag();
    }
    this.#take(cursor, text.length);
    if (final) this.site.prose.took([unreadable(this.#body, this.name)], out);
    return undefined;
  }

  #closes({ name, closing }: Tag): boolean {
    return closing && name === this.closer && !this.#inValue;
  }

  #take(cursor: Cursor, to: number): undefined {
    this.#body += cursor.text.slice(cursor.at, to);
    cursor.at = to;
  }
}

function toCall(name: string, body: string, tool: ToolSpec | undefined): TextCall {
  const inner = body.trim();
  if (inner === "") return { name, args: {} };
  if (inner.startsWith("{")) {
    const [call] = readCalls(`{"name":${JSON.stringify(name)},"arguments":${inner}}`);
    return call ?? unreadable(body, name);
  }
  const args = readValues(body, asObject(tool?.parameters.properties));
  return args ? { name, args } : unreadable(body, name);
}

/** The arguments; undefined where there are none or one is not closed. */
function readValues(body: string, properties: JsonObject): JsonObject | undefined {
  const args: JsonObject = {};
  let key = "";
  let start = -1;
  for (let at = body.indexOf("<"); at >= 0; at = body.indexOf("<", at + 1)) {
    const tag = readTag(body, at, true);
    if (!tag || tag === "partial") continue;
    if (tag.name === "arg_key" && tag.closing) key = body.slice(start, at).trim();
    else if (tag.name === "parameter" && !tag.closing) key = attributeOf(tag);
    if (tag.closing && VALUE_TAGS.has(tag.name) && key) {
      args[key] = toValue(body.slice(start, at), asText(asObject(properties[key]).type));
      key = "";
    }
    if (!tag.closing && (VALUE_TAGS.has(tag.name) || tag.name === "arg_key")) start = tag.end;
  }
  return key === "" && Object.keys(args).length > 0 ? args : undefined;
}

/** Text is text; anything else is JSON where it can be read as such. The line breaks beside the tags are not meant. */
function toValue(raw: string, type: string): unknown {
  const value = raw.replace(/^\r?\n/, "").replace(/\r?\n$/, "");
  if (type === "string") return value;
  const parsed = parseJson(value);
  return parsed === undefined || (type === "" && typeof parsed === "string") ? value : parsed;
}
