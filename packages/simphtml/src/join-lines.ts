import { type Control, isControl, type Line, type Part } from "./line.js";

const MAX_JOINED = 16;
const MAX_CHARS = 60;
/** Of a whole line: long names make no wall of text. */
const MAX_LINE_CHARS = 480;

/**
 * Neighbouring lines that hold nothing but controls share a line: menus, tool bars, page numbers, short fields. What
 * parted them on the page (`·`, `|`) says nothing that the brackets do not.
 */
export function joinLines(lines: readonly Line[]): Line[] {
  const joined: Line[] = [];
  let size: Size | undefined;
  for (const line of lines) {
    const last = joined.at(-1);
    const own = sizeOf(line);
    const both = size && own && { count: size.count + own.count, chars: size.chars + own.chars };
    if (last && both && both.count <= MAX_JOINED && both.chars <= MAX_LINE_CHARS && together(last, line)) {
      last.parts.push(" ", ...unparted(line.parts));
      size = both;
    } else {
      joined.push(own ? { ...line, kind: "text", parts: unparted(line.parts) } : withoutSeparators(line));
      size = own;
    }
  }
  return unmarked(joined);
}

interface Size {
  count: number;
  chars: number;
}

const together = (a: Line, b: Line): boolean => a.layer === b.layer && a.main === b.main;

const SEPARATOR = /^[\s·•|]*$/;

/** How many controls, and how long they are called, where there is nothing else in a line. */
function sizeOf(line: Line): Size | undefined {
  if (line.kind !== "text" && line.kind !== "item") return undefined;
  const size = { count: 0, chars: 0 };
  for (const part of line.parts) {
    if (isControl(part)) {
      const chars = charsOf(part);
      if (!JOINED.has(part.kind) || chars > MAX_CHARS) return undefined;
      size.count++;
      size.chars += chars;
    } else if (!SEPARATOR.test(part)) return undefined;
  }
  return size.count > 0 ? size : undefined;
}

function charsOf({ name, value = "", options }: Control): number {
  const choices = options?.some.reduce((sum, choice) => sum + choice.length + 2, 0) ?? 0;
  return name.length + value.length + choices;
}

const JOINED = new Set(["press", "box", "radio", "field", "file", "select"]);

/** What parts two controls that stand side by side in other text. */
function withoutSeparators(line: Line): Line {
  if (line.kind !== "text" && line.kind !== "item") return line;
  const parts: Part[] = [];
  let lastControl = -1;
  for (const part of line.parts) {
    if (isControl(part)) {
      const between = parts.slice(lastControl + 1);
      if (lastControl >= 0 && between.length > 0 && between.every(isSeparator))
        parts.splice(lastControl + 1, between.length, " ");
      lastControl = parts.length;
    }
    parts.push(part);
  }
  return { ...line, parts };
}

const isSeparator = (part: Part): boolean => !isControl(part) && SEPARATOR.test(part);

function unparted(parts: readonly Part[]): Part[] {
  return parts.filter(isControl).flatMap((control, index) => (index === 0 ? [control] : [" ", control]));
}

/** Where another item follows, this one is one line, and a mark would say no more. */
function unmarked(lines: Line[]): Line[] {
  return lines.map((line, index) => {
    const bare = line.kind === "item" && (line.unmarked || lines[index + 1]?.kind === "item");
    return bare ? { ...line, unmarked: true } : line;
  });
}
