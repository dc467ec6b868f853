import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { toolBench } from "./tool-bench.js";

const png = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(64);
  bytes.write("89504e470d0a1a0a0000000d49484452", "hex");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
const GIF = Buffer.from("47494638396103000200800000000000ffffff2c000000000300020000020384690500003b", "hex");
const JPEG = Buffer.from("ffd8ffe000104a46494600010100000100010000ffc0000b0800050007010111003b00ffd9", "hex");
const WEBP = Buffer.concat([
  Buffer.from("RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f", "latin1"),
  Buffer.from([3, 0x40, 0, 0]),
  Buffer.alloc(9),
]);

it("hands images to the model as images", async () => {
  const { call, cwd } = toolBench();
  const images = [
    ["a.png", "image/png", "40x30", png(40, 30)],
    ["b.gif", "image/gif", "3x2", GIF],
    ["c.jpg", "image/jpeg", "7x5", JPEG],
    ["d.webp", "image/webp", "4x2", WEBP],
    ["no-extension", "image/png", "1x1", png(1, 1)],
  ] as const;
  for (const [path, mediaType, sides, bytes] of images) {
    writeFileSync(join(cwd, path), bytes);
    const { data } = await call("file_read", { path });
    expect(data).toEqual([
      { type: "text", text: `[${mediaType}, ${sides} pixels, ${bytes.length} bytes]` },
      { type: "image", mediaType, data: bytes.toString("base64") },
    ]);
  }
});

it("refuses an image that is too large, too wide or damaged, and says what to do", async () => {
  const { call, cwd } = toolBench();
  writeFileSync(join(cwd, "heavy.png"), Buffer.concat([png(100, 100), Buffer.alloc(3_750_000)]));
  writeFileSync(join(cwd, "wide.png"), png(9_000, 10));
  writeFileSync(join(cwd, "cut.png"), png(1, 1).subarray(0, 12));
  const textOf = async (path: string) => (await call("file_read", { path })).text;
  expect(await textOf("heavy.png")).toContain("3750000 are the most. Scale it down with code_run");
  expect(await textOf("wide.png")).toContain("9000x10 pixels, 8000 a side are the most");
  expect(await textOf("cut.png")).toContain("begins like image/png, but is damaged");
});

it("names binary formats by their first bytes", async () => {
  const { call, cwd } = toolBench();
  const files: Record<string, [string, string]> = {
    "a.pdf": ["255044462d312e37", "a PDF document (8 bytes, begins 25 50 44 46 2d 31 2e 37)"],
    "b.zip": ["504b030414000000", "a ZIP archive"],
    "c.db": ["53514c69746520666f726d6174203300", "an SQLite database"],
    "d.bin": ["01020300ff", "binary (5 bytes, begins 01 02 03 00 ff)"],
  };
  for (const [path, [hex, kind]] of Object.entries(files)) {
    writeFileSync(join(cwd, path), Buffer.from(hex, "hex"));
    const answer = await call("file_read", { path });
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining(`it is ${kind}`) });
  }
});
