/** `<name>`, `<ns:name attr="…">`, `</name>` or `<name=value>`. */
export interface Tag {
  /** Without its namespace, in lower case. */
  name: string;
  closing: boolean;
  /** What stands behind the name, for example `="exec"` or ` name="exec"`. */
  rest: string;
  /** Index behind the `>`. */
  end: number;
}

/** Beyond this a `<` is no tag of a call. */
const MAX_TAG_CHARS = 200;

/** The tag that begins at `start`, `partial` while it may become one, undefined where there is none. */
export function readTag(text: string, start: number, final: boolean): Tag | "partial" | undefined {
  let at = start + 1;
  const closing = text[at] === "/";
  if (closing) at++;
  const nameStart = at;
  while (at < text.length && isNameChar(text.charCodeAt(at))) at++;
  if (at === text.length) return final || at - start > MAX_TAG_CHARS ? undefined : "partial";
  if (at === nameStart) return undefined;
  const name = text.slice(nameStart, at);
  const near = text.slice(at, start + MAX_TAG_CHARS);
  const end = near.indexOf(">");
  if (end >= 0) return { name: localName(name), closing, rest: near.slice(0, end), end: at + end + 1 };
  const mayEnd = at + near.length === text.length && near.length < MAX_TAG_CHARS && !near.includes("\n");
  return mayEnd && !final && INTERESTING.has(localName(name)) ? "partial" : undefined;
}

/** The value of `name="…"`, or of the `="…"` that some dialects write behind the tag's name. */
export function attributeOf({ rest }: Tag): string {
  const equals = rest.indexOf("=");
  if (equals < 0) return "";
  const before = rest.slice(0, equals).trim();
  if (before !== "" && before !== "name" && before !== "key") return "";
  const value = rest.slice(equals + 1).trim();
  const quote = value[0];
  if (quote !== '"' && quote !== "'") return value;
  const end = value.indexOf(quote, 1);
  return value.slice(1, end < 0 ? undefined : end);
}

export const isThinkingTag = (name: string): boolean => name === "thinking" || name === "think";

/** Tags that only hold calls. */
export const WRAPPERS: ReadonlySet<string> = new Set(["function_calls", "tool_calls", "tool_call"]);

/** Tags in which a call stands. */
export const CALL_TAGS: ReadonlySet<string> = new Set([
  "tool_use",
  "tool_call",
  "function_call",
  "function",
  "invoke",
]);

const INTERESTING = new Set([...WRAPPERS, ...CALL_TAGS, "thinking", "think", "tool_result", "parameter"]);

const localName = (name: string): string => name.slice(name.lastIndexOf(":") + 1).toLowerCase();

const isNameChar = (code: number): boolean =>
  (code >= 97 && code <= 122) || // a-z
  (code >= 65 && code <= 90) || // A-Z
  (code >= 48 && code <= 58) || // 0-9 and :
  code === 95 || // _
  code === 45; // -
