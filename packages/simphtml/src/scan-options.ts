import type { Elision } from "./fit.js";
import type { Pass, Removal } from "./report.js";

/** `outline`: lines with handles. `html`: compact HTML with handles as ids. `text`: what is written, nothing else. */
export type Form = "outline" | "html" | "text";

export interface ScanOptions {
  /** Default `outline`, the densest form that can be acted on. */
  form?: Form;
  /** Most tokens of the text (estimated on the high side). Default: no limit. */
  budgetTokens?: number;
  /** Most UTF-16 code units of the text. Default: no limit. */
  maxChars?: number;
  /** CSS selectors of what is shown although it is hidden. */
  keep?: readonly string[];
  /** Passes that are left out. */
  skip?: readonly Pass[];
  /** Only this part: a handle (`e12`), the handle of an elision, or a CSS selector. */
  region?: string;
  /**
   * Most time for looking at the page. What was not reached is said, with a handle that goes on there. Default 10 000
   * in a live page, no limit for a string.
   */
  timeLimitMs?: number;
  /** List every removal in `removals`. Default: only counted. */
  report?: boolean;
}

/** What a page script takes on top. */
export interface PageScanOptions extends ScanOptions {
  /** Also say what changed since the last scan of this page. */
  diff?: boolean;
  /** Most tokens of the diff. Default 1 000. */
  diffTokens?: number;
  /** Also print what an overlay covers. Default: one line says what it is. */
  behind?: boolean;
}

export interface ScanResult {
  text: string;
  form: Form;
  /** Estimated, on the high side. */
  tokens: number;
  /** Controls with a handle in the text. */
  controls: number;
  elisions: Elision[];
  /** Number of removals by `pass: reason`. */
  removed: Record<string, number>;
  /** The time limit left out all from here on. */
  unread?: { handle: string; looked: number; elements: number };
  /** With `report`: each of them. */
  removals?: Removal[];
  /** Frames that could not be read; a driver reads them and joins them with `joinFrames`. */
  frames: UnreadFrame[];
}

export interface UnreadFrame {
  handle: string;
  name: string;
}

export interface PageScanResult extends ScanResult {
  title: string;
  url: string;
  /** What an overlay covers, in words, when one blocks the page. */
  behind?: string;
  diff?: ScanDiff;
}

export interface ScanDiff {
  /** Lines that came (`+`) and went (`-`), and messages that came and went in between (`~`). "" when nothing changed. */
  text: string;
  /** True numbers, also of what the limit left out of the text. */
  added: number;
  removed: number;
  transient: string[];
}

/** By which `isGenericAgentError` knows the errors of this family. */
const BRAND = Symbol.for("genericagent.error");

/** A bad option, or a browser that is too old: says which, and what would be right. */
export class ScanError extends Error {
  override readonly name = "ScanError";
  readonly retryable = false;
  constructor(
    readonly code: "bad-selector" | "unknown-handle" | "bad-option" | "old-browser",
    message: string,
  ) {
    super(message);
    Object.defineProperty(this, BRAND, { value: true });
  }
}
