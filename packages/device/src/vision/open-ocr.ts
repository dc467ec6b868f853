import type { OcrEngine, OcrLanguage } from "./ocr-text.js";

export interface OpenOcrOptions {
  /** Default: PaddleOCR where its packages are installed, else Tesseract. */
  engine?: "paddle" | "tesseract";
  /** For Tesseract, which is twice as fast with one. Default both. */
  languages?: readonly OcrLanguage[];
}

/** The best engine that is installed. Close it: it holds a worker and up to half a gigabyte. */
export async function openOcr({
  engine,
  languages = ["eng", "chi_sim"],
}: OpenOcrOptions = {}): Promise<OcrEngine> {
  if (engine !== "tesseract") {
    const { openPaddle } = await import("./paddle-engine.js");
    const paddle = await openPaddle().catch((error: unknown) => {
      if (engine === "paddle") throw error;
    });
    if (paddle) return paddle;
  }
  const { openTesseract } = await import("./tesseract-engine.js");
  return openTesseract(languages);
}
