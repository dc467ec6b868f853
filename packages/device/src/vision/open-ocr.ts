import { DeviceError } from "../device-error.js";
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
    const { openPaddle, PADDLE_INSTALL } = await import("./paddle-engine.js");
    const paddle = await openPaddle();
    if (paddle) return paddle;
    if (engine === "paddle")
      throw new DeviceError("missing-package", `PaddleOCR is not installed: npm i ${PADDLE_INSTALL}`);
  }
  const { openTesseract } = await import("./tesseract-engine.js");
  return openTesseract(languages);
}
