import { isControl, type Line, type Part } from "./line.js";

const MAX_JOINED = 16;
const MAX_CHARS = 40;

/**
 * Neighbouring lines that hold nothing but controls share a line: menus, tool bars, page numbers, short fields. What
 * parted them on the page (`·`, `|`) says nothing that the brackets do not.
 */
export function joinLines(lines: readonly Line[]): Line[] {
  const joined: Line[] = [];
  let count = 0;
  for (const line of lines) {
    const last = joined.at(-1);
    const controls = onlyControls(line);
    if (last && controls > 0 && count > 0 && count + controls <= MAX_JOINED && together(last, line)) {
      last.parts.push(" ", ...unparted(line.parts));
      count += controls;
    } else {
      joined.push(controls > 0 ? { ...line, kind: "text", parts: unparted(line.parts) } : line);
      count = controls;
    }
  }
  return unmarked(joined);
}

const together = (a: Line, b: Line): boolean => a.layer === b.layer && a.main === b.main;

const SEPARATOR = /^[\s·•|]*$/;

/** Number of controls when there is nothing else, 0 otherwise. */
function onlyControls(line: Line): number {
  if (line.kind !== "text" && line.kind !== "item") return 0;
  let count = 0;
  for (const part of line.parts) {
    if (isControl(part)) {
      if (!JOINED.has(part.kind) || part.name.length + (part.value?.length ?? 0) > MAX_CHARS) return 0;
      count++;
    } else if (!SEPARATOR.test(part)) return 0;
  }
  return count;
}

const JOINED = new Set(["press", "box", "radio", "field", "file"]);

function unparted(parts: readonly Part[]): Part[] {
  return parts.filter(isControl).flatMap((control, index) => (index === 0 ? [control] : [" ", control]));
}

/** Where one item follows another, each of them is one line, and a mark at each would say no more. */
function unmarked(lines: Line[]): Line[] {
  let before = false;
  return lines.map((line, index) => {
    const bare = line.kind === "item" && (lines[index + 1]?.kind === "item" || before);
    before = bare;
    return bare ? { ...line, unmarked: true } : line;
  });
}
