import type { Cursor, Region, TextPiece } from "./scan-region.js";

/** From where the model made up a result nothing is meant any more. */
export class MadeUp implements Region {
  #told = false;

  read(cursor: Cursor, out: TextPiece[]): undefined {
    if (!this.#told) out.push({ type: "made-up" });
    this.#told = true;
    cursor.at = cursor.text.length;
  }
}
