import type { Line } from "./read-lines.js";
import type { FileWindow } from "./read-window.js";

export interface ShowOptions {
  start: number;
  keyword?: string | undefined;
  /** Prefix each line with its number and `|`. */
  numbers: boolean;
  /** Of all lines. */
  maxChars: number;
  /** The file's encoding, where it is not UTF-8. */
  encoding?: string | undefined;
}

/** The window as text: one line that says where it lies and how to read on, then the lines. */
export function showWindow(window: FileWindow, options: ShowOptions): string {
  const { total, hit } = window;
  const { keyword, start } = options;
  const isFromStart = start === 1 && keyword === undefined;
  if (total === 0 || (isFromStart && window.lines.length === 0)) return "[empty file]";
  const size = total === undefined ? "more than 2 GB" : total === 1 ? "1 line" : `${total} lines`;
  if (keyword !== undefined && hit === undefined)
    return `[no line from ${start} on holds ${JSON.stringify(keyword)}; ${otherHits(window) ?? `the file has ${size}`}]`;
  if (window.lines.length === 0) return `[the file has ${size}: there is no line ${start}]`;

  const { first, lines } = clip(window, options);
  const last = first + lines.length - 1;
  const facts = [
    first === 1 && last === total ? size : `lines ${first}-${last} of ${size}`,
    last !== total && `read on with start=${last + 1}`,
    hit !== undefined && [`match in line ${hit}`, otherHits(window) ?? "the only one"].join(", "),
    options.encoding && `${options.encoding}, kept on write; if it reads wrong, pass encoding`,
    lines.some((line) => line.includes("\uFFFD")) &&
      `\uFFFD marks bytes that are not ${options.encoding ?? "UTF-8"}`,
  ];
  return `[${facts.filter(Boolean).join("; ")}]\n${lines.join("\n")}`;
}

/** Whole lines up to the limit, always one; of what stands before the keyword's line, a third of the limit. */
function clip(window: FileWindow, { numbers, maxChars }: ShowOptions): { first: number; lines: string[] } {
  const shown = window.lines.map((line) => showLine(line, numbers));
  let from = 0;
  if (window.hit !== undefined) {
    let chars = 0;
    from = window.hit - window.lines[0]!.number;
    while (from > 0 && chars + shown[from - 1]!.length < maxChars / 3) chars += shown[--from]!.length + 1;
  }
  let to = from;
  let chars = 0;
  while (to < shown.length && (to === from || chars + shown[to]!.length <= maxChars))
    chars += shown[to++]!.length + 1;
  return { first: window.lines[from]!.number, lines: shown.slice(from, to) };
}

/** Half a character at the cut: it is shown whole from the next column on. */
const HALF_PAIR_AT_END = /[\uD800-\uDBFF]$/;

function showLine({ number, length, column, ...line }: Line, numbers: boolean): string {
  const text = line.text.replace(HALF_PAIR_AT_END, "");
  const next = column + text.length;
  const left = column > 1 ? `[from column ${column}] ` : "";
  const right =
    next <= length ? ` [… ${length} characters; read on with start=${number}, count=1, column=${next}]` : "";
  return `${numbers ? `${number}|` : ""}${left}${text}${right}`;
}

function otherHits({ otherHits, otherHitCount }: FileWindow): string | undefined {
  if (otherHitCount === 0) return undefined;
  const more = otherHitCount - otherHits.length;
  return `also in ${otherHits.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
