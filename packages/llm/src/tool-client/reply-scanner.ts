import type { ToolSpec } from "@genericagent/core-loop";
import { Prose } from "./prose.js";
import type { Cursor, Region, TextPiece } from "./scan-region.js";

/**
 * Reads a reply's text as it arrives and sorts it into prose, thinking and calls. Wherever the text is split, the
 * pieces are the same, apart from how prose and thinking are cut.
 */
export class ReplyScanner {
  readonly #cursor: Cursor = { text: "", at: 0, final: false, cut: false };
  #region: Region;

  constructor(tools: readonly ToolSpec[]) {
    this.#region = new Prose(tools, (thought, cut) => (cut ? [] : callsAtEnd(thought, tools)));
  }

  push(text: string): TextPiece[] {
    const cursor = this.#cursor;
    cursor.text = cursor.text.slice(cursor.at) + text;
    cursor.at = 0;
    return this.#read();
  }

  /** What was held back. `cut`: the reply reached the output limit, so an open call is not whole. */
  end(cut = false): TextPiece[] {
    Object.assign(this.#cursor, { final: true, cut });
    return this.#read();
  }

  #read(): TextPiece[] {
    const out: TextPiece[] = [];
    for (;;) {
      const next = this.#region.read(this.#cursor, out);
      if (!next) return out;
      this.#region = next;
    }
  }
}

/** The whole of a reply's text at once, with the text between two calls in one piece. */
export function scanReply(text: string, tools: readonly ToolSpec[], cut = false): TextPiece[] {
  const scanner = new ReplyScanner(tools);
  return joinPieces([...scanner.push(text), ...scanner.end(cut)]);
}

export function joinPieces(pieces: readonly TextPiece[]): TextPiece[] {
  const joined: TextPiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if ((piece.type === "text" || piece.type === "thinking") && last?.type === piece.type)
      joined[joined.length - 1] = { ...piece, text: last.text + piece.text };
    else joined.push(piece);
  }
  return joined;
}

/** The calls with which a thought ends that was never closed; calls it only weighs are followed by more of it. */
function callsAtEnd(thought: string, tools: readonly ToolSpec[]): TextPiece[] {
  const prose = new Prose(tools, () => []);
  const cursor: Cursor = { text: thought, at: 0, final: true, cut: false };
  const pieces: TextPiece[] = [];
  for (let region: Region | undefined = prose; region; ) region = region.read(cursor, pieces);
  const solid = pieces.filter((piece) => piece.type !== "text" || piece.text.trim() !== "");
  return solid.slice(solid.findLastIndex(({ type }) => type !== "call") + 1);
}
