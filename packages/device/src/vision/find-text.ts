import type { Picture } from "../desktop/desktop-driver.js";
import { DeviceError } from "../device-error.js";
import { centreOf, type Point, type Rect } from "../geometry.js";
import type { OcrEngine, TextBox } from "./ocr-text.js";

export interface FoundText extends TextBox {
  /** Its middle, to be clicked: in the coordinates in which the picture lies. */
  at: Point;
}

/** Reads the picture, a second time more thoroughly when the text was not found. */
export async function locateText(engine: OcrEngine, picture: Picture, words: string): Promise<FoundText> {
  try {
    return findText(await engine.read(picture.png), words, picture);
  } catch (error) {
    if ((error as DeviceError).code !== "no-such-text") throw error;
    return findText(await engine.read(picture.png, true), words, picture);
  }
}

/** Where a text stands: the line that is it, else one that contains it, also with one letter in six read wrong. */
export function findText(boxes: readonly TextBox[], words: string, picture: Omit<Picture, "png">): FoundText {
  const wanted = plain(words);
  const ranked = boxes
    .map((box) => ({ box, ...match(plain(box.text), wanted) }))
    .filter(({ faults }) => faults <= Math.floor(wanted.length / 6))
    .sort((a, b) => a.faults - b.faults || a.rest - b.rest || b.box.confidence - a.box.confidence);
  const best = ranked[0];
  if (wanted === "" || !best) throw notThere(words, boxes);
  const { box, start, rest } = best;
  const share = box.box.width / Math.max(1, rest + wanted.length);
  const part: Rect = { ...box.box, x: box.box.x + share * start, width: share * wanted.length };
  const middle = centreOf(part);
  const at = {
    x: Math.round(picture.origin.x + middle.x / picture.scale),
    y: Math.round(picture.origin.y + middle.y / picture.scale),
  };
  return { ...box, at };
}

/** Spaces are what engines get wrong most. */
const plain = (text: string): string => text.normalize("NFKC").toLowerCase().replace(/\s+/g, "");

/** The place in `text` that differs least from `wanted`, letter by letter. */
function match(text: string, wanted: string): { start: number; faults: number; rest: number } {
  const rest = Math.max(0, text.length - wanted.length);
  let best = { start: 0, faults: Number.POSITIVE_INFINITY, rest };
  for (let start = 0; start <= rest; start++) {
    let faults = Math.max(0, wanted.length - (text.length - start));
    for (let i = 0; i < wanted.length && start + i < text.length; i++)
      if (text[start + i] !== wanted[i]) faults++;
    if (faults < best.faults) best = { start, faults, rest };
  }
  return best;
}

function notThere(words: string, boxes: readonly TextBox[]): DeviceError {
  const seen =
    boxes
      .map(({ text }) => text)
      .join(" | ")
      .slice(0, 400) || "nothing";
  return new DeviceError("no-such-text", `"${words}" was not read on the screen. What was read: ${seen}`);
}
