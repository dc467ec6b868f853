import { copyFile, mkdtemp, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WorkerParams } from "tesseract.js";
import { DeviceError } from "../device-error.js";
import type { Rect } from "../geometry.js";
import { loadPackage } from "../load-package.js";
import { withLimit } from "../with-limit.js";
import { type OcrEngine, type OcrLanguage, type TextBox, withoutCjkGaps } from "./ocr-text.js";

export const TESSERACT_INSTALL =
  "tesseract.js@7.0.0 @tesseract.js-data/eng@1.0.0 @tesseract.js-data/chi_sim@1.0.0 sharp@0.35.5";
/** A second each when the machine is idle; on a crowded one thirty times as much. */
const OPEN_LIMIT_MS = 60_000;
const READ_LIMIT_MS = 60_000;
/** Screen letters are half the size that the engine was trained for. */
const ENLARGE = 2;
/** What scores less is a border or an icon. */
const MIN_CONFIDENCE = 40;

/** Tesseract with language data from npm: nothing is fetched, nothing is cached. */
export async function openTesseract(languages: readonly OcrLanguage[]): Promise<OcrEngine> {
  const { createWorker } = await loadPackage("tesseract.js", () => import("tesseract.js"), TESSERACT_INSTALL);
  const { default: sharp } = await loadPackage("sharp", () => import("sharp"), TESSERACT_INSTALL);
  const langPath = await languageFolder(languages);
  const remove = () => rm(langPath, { recursive: true, force: true });
  const options = { langPath, cacheMethod: "none", gzip: true };
  const opening = createWorker([...languages], 1, options);
  const worker = await withLimit(
    opening,
    OPEN_LIMIT_MS,
    () => `Tesseract did not start in ${OPEN_LIMIT_MS} ms.`,
  )
    .catch((error: unknown) => {
      opening.then((late) => late.terminate()).catch(() => {});
      throw error;
    })
    .finally(remove);
  const read = async (png: Buffer, threshold: string): Promise<TextBox[]> => {
    await worker.setParameters(parametersWith(threshold));
    const reading = worker.recognize(png, {}, { blocks: true });
    const { data } = await withLimit(
      reading,
      READ_LIMIT_MS,
      () => `Tesseract took over ${READ_LIMIT_MS} ms.`,
    );
    const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((one) => one.lines));
    return lines.map(boxFrom).filter(isText);
  };

  return {
    name: "tesseract",
    async read(png, thorough = false) {
      const { width = 1 } = await sharp(png).metadata();
      const large = await sharp(png)
        .grayscale()
        .resize(width * ENLARGE)
        .png({ compressionLevel: 0 })
        .toBuffer();
      const boxes = await read(large, SAUVOLA);
      return thorough ? merge(boxes, await read(large, OTSU)) : boxes;
    },
    close: async () => void (await worker.terminate()),
  };
}

/** Thresholds: by the surroundings of each pixel, or one for the whole picture. */
const SAUVOLA = "2";
const OTSU = "0";

/** Sparse text; light on dark is not tried a second time, which would take twice as long. */
const parametersWith = (threshold: string): Partial<WorkerParams> =>
  ({
    tessedit_pageseg_mode: "11",
    tessedit_do_invert: "0",
    thresholding_method: threshold,
  }) as Partial<WorkerParams>;

/** Where both readings saw something, the surer one counts. */
function merge(boxes: TextBox[], others: TextBox[]): TextBox[] {
  const kept = [...boxes];
  for (const other of others) {
    const same = kept.filter(({ box }) => overlaps(box, other.box));
    if (
      same.some(
        ({ confidence, text }) => confidence >= other.confidence && text.length * 2 > other.text.length,
      )
    )
      continue;
    for (const box of same) kept.splice(kept.indexOf(box), 1);
    kept.push(other);
  }
  return kept;
}

const overlaps = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

interface Line {
  text: string;
  confidence: number;
  bbox: { x0: number; y0: number; x1: number; y1: number };
}

const boxFrom = ({ text, confidence, bbox: { x0, y0, x1, y1 } }: Line): TextBox => ({
  text: withoutCjkGaps(text),
  confidence: confidence / 100,
  box: {
    x: Math.round(x0 / ENLARGE),
    y: Math.round(y0 / ENLARGE),
    width: Math.round((x1 - x0) / ENLARGE),
    height: Math.round((y1 - y0) / ENLARGE),
  },
});

const isText = ({ text, confidence }: TextBox): boolean =>
  confidence * 100 >= MIN_CONFIDENCE && /[\p{L}\p{N}]/u.test(text);

/** The engine wants the files of all its languages in one folder. */
async function languageFolder(languages: readonly OcrLanguage[]): Promise<string> {
  const { resolve } = createRequire(import.meta.url);
  const folder = await mkdtemp(join(tmpdir(), "ga-ocr-"));
  try {
    for (const language of languages) {
      const file = `${language}.traineddata.gz`;
      const source = resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${file}`);
      await symlink(source, join(folder, file)).catch(() => copyFile(source, join(folder, file)));
    }
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new DeviceError(
      "missing-package",
      `The language data for ${languages.join(", ")} is not installed: npm i ${TESSERACT_INSTALL}`,
      error,
    );
  }
}
