import { isControl, type Line } from "./line.js";

const MAX_JOINED = 12;

/** Neighbouring lines that hold nothing but controls share a line: menus, tool bars, page numbers, tags. */
export function joinLines(lines: readonly Line[]): Line[] {
  const joined: Line[] = [];
  let count = 0;
  for (const line of lines) {
    const last = joined.at(-1);
    const controls = onlyControls(line);
    if (last && controls > 0 && count > 0 && count + controls <= MAX_JOINED && together(last, line)) {
      last.parts.push(" ", ...line.parts);
      count += controls;
    } else {
      joined.push(controls > 0 ? { ...line, kind: "text", parts: [...line.parts] } : line);
      count = controls;
    }
  }
  return joined;
}

const together = (a: Line, b: Line): boolean => a.layer === b.layer && a.main === b.main;

/** Number of controls when there is nothing else, 0 otherwise. Fields stay apart: a form reads better line by line. */
function onlyControls(line: Line): number {
  if (line.kind !== "text" && line.kind !== "item") return 0;
  let count = 0;
  for (const part of line.parts) {
    if (!isControl(part)) {
      if (part.trim()) return 0;
    } else if (part.kind !== "press" || part.name.length > 40) return 0;
    else count++;
  }
  return count;
}
