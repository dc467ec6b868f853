import sharp from "sharp";
import { expect, it } from "vitest";
import {
  cropPicture,
  DeviceError,
  findText,
  linesOfText,
  locateText,
  openOcr,
  type TextBox,
  visionTokens,
} from "../src/index.js";
import { loadPackage } from "../src/load-package.js";
import { isBlankPng } from "../src/vision/is-blank-png.js";
import { withoutCjkGaps } from "../src/vision/ocr-text.js";

const picture = { origin: { x: 100, y: 50 }, scale: 2, width: 800, height: 400 };
const box = (text: string, x: number, y: number, width = 100, height = 20): TextBox => ({
  text,
  confidence: 0.9,
  box: { x, y, width, height },
});

it("finds a text, also within a line, with spaces and letters read wrong, in the coordinates of the desktop", () => {
  const boxes = [box("Cancel order", 0, 0, 120), box("Save 0rder", 200, 40, 100), box("Save", 400, 80, 40)];
  expect(findText(boxes, "save", picture).at).toEqual({ x: 310, y: 95 });
  expect(findText(boxes, "Save order", picture)).toMatchObject({ text: "Save 0rder", at: { x: 225, y: 75 } });
  expect(findText(boxes, "order", picture).at.x).toBeGreaterThan(100 + 60 / 2);
  expect(() => findText(boxes, "Delete", picture)).toThrow(
    expect.objectContaining({ code: "no-such-text", message: expect.stringContaining("Cancel order") }),
  );
});

it("orders boxes by lines", () => {
  const boxes = [box("b", 50, 2), box("c", 0, 60), box("a", 0, 0)];
  expect(linesOfText(boxes).map((line) => line.map(({ text }) => text))).toEqual([["a", "b"], ["c"]]);
  expect(withoutCjkGaps("订 单 号 ， Total 12 号")).toBe("订单号， Total 12 号");
});

it("counts what a picture costs as the vendors do", () => {
  expect(visionTokens(1280, 800)).toEqual({ anthropic: 1366, openai: 1105 });
  expect(visionTokens(512, 512)).toEqual({ anthropic: 350, openai: 255 });
  expect(visionTokens(4000, 2000).anthropic).toBe(Math.ceil((1568 * 784) / 750));
});

it.each([
  { what: "dark on light", paper: "white", ink: "black", desk: "white" },
  { what: "light on dark", paper: "#202020", ink: "#eeeeee", desk: "black" },
  { what: "dark on light before a dark desktop", paper: "white", ink: "black", desk: "black" },
])(
  "reads a picture of text, $what, and where it stands",
  async ({ paper, ink, desk }) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="900"><rect width="800" height="900" fill="${desk}"/><rect width="720" height="260" fill="${paper}"/><g fill="${ink}" font-family="Noto Sans CJK SC, sans-serif" font-size="26"><text x="40" y="60">Delivery address</text><text x="40" y="140">订单已经发货</text><text x="500" y="240">Total $1,299.00</text></g></svg>`;
    const png = await sharp(Buffer.from(svg)).png().toBuffer();
    const ocr = await openOcr({ engine: "tesseract" });
    try {
      const shot = { png, width: 800, height: 900, origin: { x: 0, y: 0 }, scale: 1 };
      const found = await locateText(ocr, shot, "Delivery address");
      expect(Math.abs(found.at.y - 52)).toBeLessThan(12);
      expect(Math.abs(found.at.x - 140)).toBeLessThan(30);
      expect((await locateText(ocr, shot, "订单已经发货")).text).toContain("发货");
    } finally {
      await ocr.close();
    }
  },
  180_000,
);

it("crops and shrinks a picture, which keeps its coordinates", async () => {
  const png = await sharp({ create: { width: 800, height: 400, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const part = await cropPicture(
    { ...picture, png },
    { region: { x: 150, y: 100, width: 200, height: 100 }, maxSide: 200 },
  );
  expect(part).toMatchObject({ width: 200, height: 100, origin: { x: 150, y: 100 }, scale: 1 });
  await expect(
    cropPicture({ ...picture, png }, { region: { x: 0, y: 0, width: 10, height: 10 } }),
  ).rejects.toMatchObject({ code: "off-screen" });
});

it("tells a picture of one colour from one with a single other pixel, whatever the filters", async () => {
  const raw = Buffer.alloc(300 * 200 * 3, 37);
  const png = (data: Buffer, adaptiveFiltering: boolean) =>
    sharp(data, { raw: { width: 300, height: 200, channels: 3 } })
      .png({ adaptiveFiltering, palette: false })
      .toBuffer();
  const other = Buffer.from(raw);
  other[other.length - 1] = 38;
  for (const adaptive of [true, false]) {
    expect(isBlankPng({ png: await png(raw, adaptive), width: 300, height: 200 })).toBe(true);
    expect(isBlankPng({ png: await png(other, adaptive), width: 300, height: 200 })).toBe(false);
  }
});

it("names the command that installs what is missing", async () => {
  const missing = loadPackage(
    "no-such-package",
    () => import("no-such-package" as string),
    "no-such-package@1",
  );
  await expect(missing).rejects.toBeInstanceOf(DeviceError);
  await expect(missing).rejects.toMatchObject({
    code: "missing-package",
    message: expect.stringContaining("npm i no-such-package@1"),
  });
});
