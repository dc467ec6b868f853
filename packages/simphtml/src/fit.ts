import type { Deadline } from "./deadline.js";
import type { Handles } from "./handles.js";
import type { Line } from "./line.js";
import type { Meter } from "./meter.js";
import type { Page } from "./page.js";
import { rankLines } from "./rank-lines.js";
import { Written } from "./written.js";

/** A stretch that the budget left out. */
export interface Elision {
  /** Pass it as `region` to read on. */
  handle: string;
  lines: number;
  rows: number;
  controls: number;
  words: number;
}

export interface Fitted {
  text: string;
  elisions: Elision[];
  /** Lines that are in the text. */
  kept: Line[];
  /** The first line of each stretch left out. */
  left: Line[];
  /** Every line as it is written, whether it is in the text or not. */
  texts: string[];
}

export interface FitOptions {
  page: Page;
  handles: Handles;
  meter: Meter;
  render(line: Line): string;
  /** Set when a part of the page was asked for: it is read from its beginning, wherever the viewport is. */
  inOrder: boolean;
  deadline: Deadline;
}

/** An outline of far parts may take this much of the budget; the rest goes to what is near. */
const OUTLINE_SHARE = 0.4;
/** So many lines that were too long for what is left: none that fits will be worth the search. */
const MAX_MISSES = 1_000;
const LONGEST_NOTE = "(… 123456 rows, 123456 lines, 123456 controls, 1234567 words; [a123456 expand])\n";

/**
 * All lines when they fit; else the most valuable ones, and for every stretch left out one note with its true size
 * and a handle. Lines are kept or left out whole.
 */
export function fit(lines: readonly Line[], options: FitOptions): Fitted {
  const { meter, render } = options;
  const written = new Written(lines, lines.map(render));
  if (meter.limit === Infinity || !meter.surelyOver(written.texts)) {
    const everything = compose(written, new Set(lines.keys()), options);
    if (meter.fits(everything.text)) return everything;
  }
  const chosen = choose(written, options);
  for (;;) {
    const fitted = compose(written, new Set(chosen), options);
    const over = meter.cost(fitted.text) / meter.limit;
    if (over <= 1) return fitted;
    if (chosen.length === 0) return { ...fitted, text: "", kept: [] };
    chosen.length = Math.min(chosen.length - 1, Math.floor(chosen.length / over));
  }
}

/**
 * Indexes of the lines that may stay, most valuable first. A line on its own costs one more note, and once something
 * did not fit, none is left on its own: scraps between notes say little.
 */
function choose({ lines, texts }: Written, { page, meter, inOrder, deadline }: FitOptions): number[] {
  const note = meter.cost(LONGEST_NOTE);
  const kept = new Set<number>();
  const chosen: number[] = [];
  const deferred: number[] = [];
  let spent = note;
  let outline = 0;
  let full = false;
  let misses = 0;
  const take = (index: number, far: boolean): void => {
    const neighbours =
      Number(kept.has(index - 1) || index === 0) + Number(kept.has(index + 1) || index === lines.length - 1);
    if (full && neighbours === 0) return;
    const cost = meter.cost(`${texts[index]}\n`) + (1 - neighbours) * note;
    if (far && outline + cost > OUTLINE_SHARE * meter.limit) return void deferred.push(index);
    if (spent + cost > meter.limit) {
      full = true;
      misses++;
      return;
    }
    if (far) outline += cost;
    spent += cost;
    kept.add(index);
    chosen.push(index);
  };
  for (const { index, outline: far } of rankLines(lines, page, inOrder, deadline)) {
    if (misses > MAX_MISSES) break;
    take(index, far);
  }
  for (const index of deferred) if (misses <= MAX_MISSES) take(index, false);
  return chosen;
}

function compose(written: Written, kept: ReadonlySet<number>, options: FitOptions): Fitted {
  const { lines, texts } = written;
  const out: string[] = [];
  const shown: Line[] = [];
  const elisions: Elision[] = [];
  const firstLeft: Line[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!;
    if (kept.has(index)) {
      const glued = line.continues && kept.has(index - 1);
      if (glued) out[out.length - 1] += line.kind === "code" ? texts[index]! : ` ${texts[index]}`;
      else out.push(texts[index]!);
      shown.push(line);
      continue;
    }
    const from = index;
    while (index + 1 < lines.length && !kept.has(index + 1)) index++;
    const handle = `e${options.handles.idOfRange(lines[from]!, lines[index]!)}`;
    const elision = { handle, ...written.sizeOf(from, index + 1) };
    elisions.push(elision);
    firstLeft.push(line);
    out.push(noteFor(elision));
  }
  return { text: out.join("\n"), elisions, kept: shown, left: firstLeft, texts };
}

function noteFor({ rows, lines, controls, words, handle }: Elision): string {
  const counts = [
    [rows, "row"],
    [lines, "line"],
    [controls, "control"],
    [words, "word"],
  ] as const;
  const parts = counts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => `${count} ${noun}${count === 1 ? "" : "s"}`);
  return `(… ${parts.join(", ")}; [${handle.slice(1)} expand])`;
}
