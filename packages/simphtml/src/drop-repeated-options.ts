import { isControl, type Line } from "./line.js";

/** A table with a drop-down in each row offers the same choices each time: they are counted and listed once. */
export function dropRepeatedOptions(lines: readonly Line[]): void {
  const seen = new Set<string>();
  for (const { parts } of lines)
    for (const control of parts.filter(isControl)) {
      if (!control.options) continue;
      const { some, count } = control.options;
      const all = [control.value, ...some].filter(Boolean).sort().join("\n");
      const key = `${count}\n${all}`;
      if (seen.has(key)) control.options = undefined;
      seen.add(key);
    }
}
