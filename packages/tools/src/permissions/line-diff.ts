const CONTEXT = 2;
const MAX_LINES = 60;

/** The lines that differ between two texts as one block, with a little around them. */
export function lineDiff(old: string, next: string): string {
  const before = linesOf(old);
  const after = linesOf(next);
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end))
    end++;
  if (start === before.length && start === after.length) return "(no change)";
  return [
    ...before.slice(Math.max(0, start - CONTEXT), start).map((line) => `  ${line}`),
    ...clipped(before.slice(start, before.length - end)).map((line) => `- ${line}`),
    ...clipped(after.slice(start, after.length - end)).map((line) => `+ ${line}`),
    ...before.slice(before.length - end, before.length - end + CONTEXT).map((line) => `  ${line}`),
  ].join("\n");
}

const linesOf = (text: string): string[] => (text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/));

function clipped(lines: string[]): string[] {
  if (lines.length <= MAX_LINES) return lines;
  const half = MAX_LINES / 2;
  return [...lines.slice(0, half), `… ${lines.length - MAX_LINES} lines …`, ...lines.slice(-half)];
}
