import { Meter } from "./meter.js";
import type { ScanDiff } from "./scan-options.js";

const DEFAULT_TOKENS = 1_000;

/**
 * What came and what went, in the order of the page. A line that only moved is no change: handles make lines
 * unique enough, and a reader cares for what is new.
 */
export function diffLines(
  before: readonly string[],
  after: readonly string[],
  transient: readonly string[],
  budgetTokens = DEFAULT_TOKENS,
): ScanDiff {
  const gone = surplus(before, after);
  const come = surplus(after, before);
  const lines = [
    ...transient.map((text) => `~ ${text}`),
    ...come.map((line) => `+ ${line}`),
    ...gone.map((line) => `- ${line}`),
  ];
  return {
    text: bounded(lines, budgetTokens),
    added: come.length,
    removed: gone.length,
    transient: [...transient],
  };
}

/** Lines of `a` beyond their number in `b`. */
function surplus(a: readonly string[], b: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of b) counts.set(line, (counts.get(line) ?? 0) + 1);
  return a.filter((line) => {
    const left = counts.get(line) ?? 0;
    if (left > 0) counts.set(line, left - 1);
    return left === 0;
  });
}

const NOTE_TOKENS = 14;

function bounded(lines: readonly string[], budgetTokens: number): string {
  const meter = new Meter({ budgetTokens });
  const whole = lines.join("\n");
  if (meter.fits(whole)) return whole;
  const out: string[] = [];
  let spent = NOTE_TOKENS / budgetTokens;
  for (const line of lines) {
    spent += meter.cost(`${line}\n`);
    if (spent > 1) break;
    out.push(line);
  }
  const text = [...out, `(… ${lines.length - out.length} more changed lines)`].join("\n");
  return meter.fits(text) ? text : "";
}
