import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, it, onTestFinished } from "vitest";
import { promptLine } from "../src/prompt-line.js";

function prompt() {
  const dir = mkdtempSync(join(tmpdir(), "ga-prompt-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const input = new PassThrough();
  const historyFile = join(dir, "history");
  const open = () => promptLine(historyFile, { input, output: new PassThrough() });
  return { input, historyFile, open };
}

it("reads a typed line and keeps it in the history", async () => {
  const { input, historyFile, open } = prompt();
  const line = open();
  const entry = line.read();
  input.write("first\r");
  expect(await entry).toBe("first");
  line.close();
  expect(readFileSync(historyFile, "utf8")).toBe("first\n");

  const next = open();
  const again = next.read();
  input.write("\x1b[A\r");
  expect(await again).toBe("first");
  next.close();
});

it("takes a paste of several lines as one entry, also when its last line has no end", async () => {
  const { input, open } = prompt();
  const line = open();
  const entry = line.read();
  input.write("one\rtwo\rthr");
  setTimeout(() => input.write("ee\r"), 60);
  expect(await entry).toBe("one\ntwo\nthree");
  line.close();
});

it("leaves on Ctrl-C at an empty line and on the end of input", async () => {
  const { input, open } = prompt();
  const first = open();
  const interrupted = first.read();
  input.write("\x03");
  expect(await interrupted).toBeUndefined();
  first.close();
  const second = open();
  const ended = second.read();
  input.write("\x04");
  expect(await ended).toBeUndefined();
  second.close();
});
