import { describe, expect, it } from "vitest";
import { imageSize, imageTokens } from "../src/index.js";

const base64 = (...bytes: number[]) => Buffer.from(bytes).toString("base64");
const ascii = (word: string) => [...word].map((char) => char.charCodeAt(0));
const be32 = (value: number) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
const le = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, i) => (value >> (8 * i)) & 255);

const png = (width: number, height: number) =>
  base64(
    0x89,
    ...ascii("PNG"),
    13,
    10,
    26,
    10,
    0,
    0,
    0,
    13,
    ...ascii("IHDR"),
    ...be32(width),
    ...be32(height),
  );
const image = (data: string) => ({ type: "image" as const, mediaType: "image/png", data });

describe("imageSize", () => {
  it("reads PNG, GIF, JPEG and the three kinds of WebP", () => {
    expect(imageSize(png(1_920, 1_080))).toEqual({ width: 1_920, height: 1_080 });
    expect(imageSize(base64(...ascii("GIF89a"), ...le(640, 2), ...le(480, 2)))).toEqual({
      width: 640,
      height: 480,
    });
    const app = [0xff, 0xe0, 0, 16, ...new Array(14).fill(1)];
    const tables = [0xff, 0xc4, 0, 4, 0, 0];
    const frame = [0xff, 0xc2, 0, 17, 8, 0x02, 0x58, 0x03, 0x20];
    expect(imageSize(base64(0xff, 0xd8, ...app, ...tables, ...frame))).toEqual({ width: 800, height: 600 });
    const webp = (kind: string, ...rest: number[]) =>
      imageSize(base64(...ascii("RIFF"), 0, 0, 0, 0, ...ascii("WEBP"), ...ascii(kind), 0, 0, 0, 0, ...rest));
    expect(webp("VP8 ", 0, 0, 0, 0x9d, 1, 0x2a, ...le(320, 2), ...le(200, 2))).toEqual({
      width: 320,
      height: 200,
    });
    expect(webp("VP8L", 0x2f, ...le((99 | (49 << 14)) >>> 0, 4))).toEqual({ width: 100, height: 50 });
    expect(webp("VP8X", 0, 0, 0, 0, ...le(4_095, 3), ...le(2_047, 3))).toEqual({
      width: 4_096,
      height: 2_048,
    });
  });

  it("gives up on anything else without an error", () => {
    for (const data of [
      "",
      "AAAA",
      "!!!!",
      base64(0xff, 0xd8, 0xff, 0xe0, 0, 0),
      base64(0x89, ...ascii("PNG")),
    ])
      expect(imageSize(data)).toBeUndefined();
  });
});

describe("imageTokens", () => {
  it("follows Anthropic's formula: w * h / 750, scaled down to 1,568 pixels and 1,600 tokens", () => {
    expect(imageTokens(image(png(1_000, 1_000)), "anthropic")).toBe(1_334);
    expect(imageTokens(image(png(200, 200)), "anthropic")).toBe(54);
    expect(imageTokens(image(png(8_000, 8_000)), "anthropic")).toBe(1_600);
  });

  it("follows OpenAI's tiles: 85 + 170 a tile of 512 after scaling", () => {
    expect(imageTokens(image(png(1_024, 1_024)), "openai")).toBe(765);
    expect(imageTokens(image(png(2_048, 4_096)), "openai")).toBe(1_105);
    expect(imageTokens(image(png(100, 100)), "openai")).toBe(255);
  });

  it("counts an unreadable image as a large one, by the larger formula", () => {
    expect(imageTokens(image("AAAA"))).toBe(1_600);
  });
});
