import type { Rect } from "../geometry.js";

/** One line or word that was read, where it stands in the picture, in its pixels. */
export interface TextBox {
  text: string;
  box: Rect;
  /** 0 to 1, by the engine's own measure. */
  confidence: number;
}

export interface OcrEngine {
  readonly name: "paddle" | "tesseract";
  /**
   * @param png a PNG of any size.
   * @param thorough reads it in several ways, which takes as many times as long and finds more.
   */
  read(png: Buffer, thorough?: boolean): Promise<TextBox[]>;
  close(): Promise<void>;
}

export type OcrLanguage = "eng" | "chi_sim";

/** Engines put spaces between Chinese characters; people do not. */
export const withoutCjkGaps = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .replace(
      /(?<=[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]) (?=[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef])/g,
      "",
    );

/** Boxes from top to bottom, those at one height from left to right. */
export function linesOfText(boxes: readonly TextBox[]): TextBox[][] {
  const rows: TextBox[][] = [];
  for (const box of [...boxes].sort((a, b) => middle(a) - middle(b))) {
    const row = rows.at(-1);
    const isBeside =
      row && Math.abs(middle(row[0]!) - middle(box)) < Math.min(row[0]!.box.height, box.box.height) / 2;
    if (isBeside) row.push(box);
    else rows.push([box]);
  }
  return rows.map((row) => row.sort((a, b) => a.box.x - b.box.x));
}

const middle = ({ box }: TextBox): number => box.y + box.height / 2;
