import type { ToolSpec } from "@genericagent/core-loop";
import { CodeFence } from "./code-fence.js";
import { JsonBody } from "./json-body.js";
import { blanksFrom, looksLikeCall } from "./looks-like-call.js";
import { MadeUp } from "./made-up.js";
import { attributeOf, CALL_TAGS, isThinkingTag, readTag, type Tag, WRAPPERS } from "./read-tag.js";
import type { Cursor, Region, TextCall, TextPiece } from "./scan-region.js";
import { TagBody } from "./tag-body.js";
import { Thinking } from "./thinking.js";

const FENCE = "```";

/** What to do at a place: go on behind it, wait for more text, or go on in another region (and leave text out). */
type Turn = { to: number } | "wait" | { region: Region; from: number };

/** What the model says, outside of code, thinking and calls. Whatever may become one of these is held back. */
export class Prose implements Region {
  /** The last character on this line that is no blank. */
  #last = "";
  #indent = 0;
  /** The line begins with `>`: what stands on it is quoted. */
  #quoted = false;
  #calls = 0;
  #wrappers = 0;

  constructor(
    readonly tools: readonly ToolSpec[],
    private readonly unclosed: (thought: string, cut: boolean) => TextPiece[],
  ) {}

  isTool(name: string): boolean {
    return this.tools.some((tool) => tool.name === name);
  }

  /** Calls ended here. */
  took(calls: readonly TextCall[], out: TextPiece[]): void {
    for (const call of calls) out.push({ type: "call", call });
    this.#calls += calls.length;
    this.#last = ">";
  }

  /** Text that was not read here stands on this line. */
  onLine(): void {
    this.#last = "x";
  }

  read(cursor: Cursor, out: TextPiece[]): Region | undefined {
    const { text } = cursor;
    const start = cursor.at;
    const leave = (at: number, next: number): void => {
      if (at > start) out.push({ type: "text", text: text.slice(start, at) });
      cursor.at = next;
    };
    for (let at = start; at < text.length; ) {
      const turn = this.#turnAt(at, cursor);
      if (turn === "wait") return leave(at, at) as undefined;
      if ("region" in turn) {
        leave(at, turn.from);
        return turn.region;
      }
      at = turn.to;
    }
    return leave(text.length, text.length) as undefined;
  }

  #turnAt(at: number, cursor: Cursor): Turn {
    const char = cursor.text[at]!;
    if (char === "`" || char === "~") return this.#code(char, at, cursor);
    if (char === "<" && !this.#quoted) return this.#tag(at, cursor);
    if ((char === "{" || char === "[") && this.#last === "") return this.#json(at, cursor);
    if (char === "\n") [this.#last, this.#indent, this.#quoted] = ["", 0, false];
    else if (char.trim() !== "") {
      this.#quoted ||= char === ">" && this.#last === "";
      this.#last = char;
    } else if (this.#last === "") this.#indent++;
    return { to: at + 1 };
  }

  /** A fence at the beginning of a line, else code between backticks of the same number within a line. */
  #code(char: string, at: number, { text, final }: Cursor): Turn {
    const length = runLength(text, at, char);
    const behind = at + length;
    const lineEnd = text.indexOf("\n", behind);
    const open = lineEnd < 0 && !final;
    const line = text.slice(behind, lineEnd < 0 ? undefined : lineEnd);
    const mayFence = this.#last === "" && this.#indent <= 3 && length >= 3;
    if (open && (mayFence || line === "")) return "wait";
    if (mayFence && !(char === "`" && line.includes("`"))) {
      this.#indent = 0;
      return { region: new CodeFence(char, length, this), from: at };
    }
    const close = char === "`" ? closingRun(line, length) : -1;
    if (open && char === "`" && (close < 0 || close + length === line.length)) return "wait";
    this.#last = char;
    return { to: close < 0 ? behind : behind + close + length };
  }

  #json(at: number, { text, final }: Cursor): Turn {
    const looks = looksLikeCall(text, at);
    if (looks === "partial" && !final) return "wait";
    if (looks === true)
      return { region: new JsonBody({ prose: this, bare: true, afterProse: false }), from: at };
    this.#last = text[at]!;
    return { to: at + 1 };
  }

  #tag(at: number, cursor: Cursor): Turn {
    const tag = readTag(cursor.text, at, cursor.final);
    if (tag === "partial") return "wait";
    const turn = tag && (tag.closing ? this.#closer(tag) : this.#opener(tag, cursor));
    if (turn) return turn;
    this.#last = "<";
    return { to: at + 1 };
  }

  /** The end of a wrapper, or one too many behind a call. */
  #closer(tag: Tag): Turn | undefined {
    if (!WRAPPERS.has(tag.name) && !CALL_TAGS.has(tag.name)) return undefined;
    if (this.#wrappers + this.#calls === 0) return undefined;
    this.#wrappers = Math.max(0, this.#wrappers - 1);
    return { region: this, from: tag.end };
  }

  #opener(tag: Tag, { text, final, cut }: Cursor): Turn | undefined {
    const { name, end } = tag;
    const site = { prose: this, bare: false, afterProse: this.#last !== "" && this.#last !== ">" };
    if (isThinkingTag(name) && tag.rest === "")
      return { region: new Thinking(this, (thought) => this.unclosed(thought, cut)), from: end };
    if (name === "tool_result" && this.#calls > 0) return { region: new MadeUp(), from: end };
    if ((name === "function" || name === "invoke") && attributeOf(tag))
      return { region: new TagBody(attributeOf(tag), name, site), from: end };
    if (!WRAPPERS.has(name) && name !== "tool_use" && name !== "function_call") return undefined;

    const inside = blanksFrom(text, end);
    const first = text.slice(inside, inside + FENCE.length);
    if (FENCE.startsWith(first) && first !== FENCE) return final ? undefined : "wait";
    if (first[0] === "{" || first[0] === "[" || first === FENCE)
      return { region: new JsonBody(site), from: inside };
    if (first[0] !== "<")
      return name === "tool_call" ? this.#namedCall(text, inside, final, site) : undefined;
    const next = readTag(text, inside, final);
    if (next === "partial") return "wait";
    if (!next || next.closing || !CALL_TAGS.has(next.name)) return undefined;
    this.#wrappers++;
    return { region: this, from: end };
  }

  /** `<tool_call>name<arg_key>…`: the name stands as text before the first argument. */
  #namedCall(
    text: string,
    at: number,
    final: boolean,
    site: ConstructorParameters<typeof TagBody>[2],
  ): Turn | undefined {
    const end = text.indexOf("<", at);
    const called = text.slice(at, end < 0 ? undefined : end).trim();
    if (called.length > 64 || /\s/.test(called)) return undefined;
    if (end < 0) return final ? undefined : "wait";
    const tag = readTag(text, end, final);
    if (tag === "partial") return "wait";
    const begins = tag && (tag.closing ? tag.name === "tool_call" : tag.name === "arg_key");
    return begins ? { region: new TagBody(called, "tool_call", site), from: end } : undefined;
  }
}

function runLength(text: string, from: number, char: string): number {
  let at = from;
  while (text[at] === char) at++;
  return at - from;
}

/** Where a run of exactly so many backticks begins in a line; -1 where there is none. */
function closingRun(line: string, length: number): number {
  for (let at = line.indexOf("`"); at >= 0; ) {
    const run = runLength(line, at, "`");
    if (run === length) return at;
    at = line.indexOf("`", at + run);
  }
  return -1;
}
