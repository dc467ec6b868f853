import type { Layer } from "../layers.js";
import type { MemoryChange, Receipt } from "../memory-door.js";

/** One file of a change, as the rules see it. */
export interface JudgedFile {
  path: string;
  layer: Layer;
  /** `undefined` where there is no file. */
  before: string | undefined;
  after: string | undefined;
  change: MemoryChange;
}

/** What the rules may ask. */
export interface GuardPorts {
  /** Why a receipt proves nothing; `undefined` when the session's journal has that successful call with that output. */
  verifyReceipt?: (receipt: Receipt) => Promise<string | undefined>;
  /** Name of a known secret whose value stands in the text. */
  findSecret?: (text: string) => string | undefined;
}

export interface RuleContext extends GuardPorts {
  /** All files of the same change. */
  files: readonly JudgedFile[];
  /** Path of another L3 file with exactly this content. */
  twinOf: (path: string, text: string) => Promise<string | undefined>;
  /** The file as it was after the last change that a receipt or the user stood behind. */
  provenText: (path: string) => Promise<string | undefined>;
  /** What a line of L1 may point to. */
  names: () => Promise<string[]>;
}

/** Gives the reason for the model when the change breaks the rule. */
export type Rule = (
  file: JudgedFile,
  context: RuleContext,
) => string | undefined | Promise<string | undefined>;

/** Lines that the change brings in. */
export function addedLines({ before = "", after = "" }: JudgedFile): string[] {
  const old = new Set(before.split(/\r?\n/));
  return after.split(/\r?\n/).filter((line) => !old.has(line));
}
