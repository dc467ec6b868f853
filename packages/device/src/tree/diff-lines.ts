const MAX_LINES = 60;

/** What changed between two views: `- ` lines that went, `+ ` lines that came. Empty when nothing did. */
export function diffLines(before: readonly string[], after: readonly string[]): string[] {
  const lengths = commonLengths(before, after);
  const changes: string[] = [];
  let b = 0;
  let a = 0;
  while (b < before.length || a < after.length) {
    if (b < before.length && a < after.length && before[b] === after[a]) {
      b++;
      a++;
    } else if (a >= after.length || (b < before.length && lengths[b + 1]![a]! >= lengths[b]![a + 1]!)) {
      changes.push(`- ${before[b++]}`);
    } else changes.push(`+ ${after[a++]}`);
  }
  const left = changes.length - MAX_LINES;
  return left > 0 ? [...changes.slice(0, MAX_LINES), `… ${left} more changes`] : changes;
}

/** Length of the longest common sequence of all that follows each pair of places. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const lengths = Array.from({ length: before.length + 1 }, () =>
    new Array<number>(after.length + 1).fill(0),
  );
  for (let b = before.length - 1; b >= 0; b--)
    for (let a = after.length - 1; a >= 0; a--)
      lengths[b]![a] =
        before[b] === after[a]
          ? lengths[b + 1]![a + 1]! + 1
          : Math.max(lengths[b + 1]![a]!, lengths[b]![a + 1]!);
  return lengths;
}
