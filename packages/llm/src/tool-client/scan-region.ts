import type { JsonObject } from "@genericagent/core-loop";

/** A call as it stands in a text, without an id. */
export interface TextCall {
  name: string;
  args: JsonObject;
  /** What stands there, where it cannot be run; such a call is answered to the model. */
  invalidArgs?: string;
}

/** What a reply's text turns out to be, in the order in which it stands there. */
export type TextPiece =
  | { type: "text"; text: string }
  | { type: "thinking"; text: string }
  | { type: "call"; call: TextCall }
  /** The model went on to make up its own tool results: everything from there on is left out. */
  | { type: "made-up" };

/** Text that has arrived and is not yet understood begins at `at`. */
export interface Cursor {
  text: string;
  at: number;
  /** Nothing more will come. */
  final: boolean;
  /** The output limit was reached, so what is open at the end is not whole. */
  cut: boolean;
}

/** One kind of place in a reply: prose, a code fence, thinking, the inside of a call. */
export interface Region {
  /**
   * Reads on, moves `cursor.at` behind what was understood, and returns the region in which it goes on, or undefined
   * when it needs more text. With `cursor.final` everything is understood.
   */
  read(cursor: Cursor, out: TextPiece[]): Region | undefined;
}
