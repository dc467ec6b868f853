import { setTimeout as sleep } from "node:timers/promises";
import { DeviceError } from "../device-error.js";
import type { UiNode } from "../tree/ui-node.js";
import type { OcrEngine } from "../vision/ocr-text.js";
import { readUiDump } from "./read-ui-dump.js";
import type { ShellResult } from "./run-on-android.js";

const DUMP = "/data/local/tmp/genericagent-ui.xml";
const TRIES = 3;
const PAUSE_MS = 400;
const DUMP_LIMIT_MS = 15_000;

/**
 * The screen as a tree. A failed dump ends with success and leaves the old file in place, so that is removed first;
 * animations make a dump fail now and then, so it is tried again.
 */
export async function readAndroidScreen(
  run: (command: string, timeoutMs: number) => Promise<ShellResult>,
): Promise<UiNode> {
  let reason = "";
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const command = `rm -f ${DUMP}; uiautomator dump ${DUMP} >&2; [ -f ${DUMP} ] && cat ${DUMP}; rm -f ${DUMP}`;
    const { stdout, stderr } = await run(command, DUMP_LIMIT_MS);
    const xml = stdout.toString("utf8").trim();
    if (xml.startsWith("<")) return readUiDump(xml);
    reason = stderr.trim().split("\n").at(-1) || "it wrote nothing";
    if (attempt < TRIES) await sleep(PAUSE_MS);
  }
  throw new DeviceError(
    "no-tree",
    `The device gave no tree of its screen in ${TRIES} tries (${reason}). Read the screen by OCR, or take a picture.`,
  );
}

/** What OCR read, as nodes that can be tapped. */
export async function nodesByOcr(engine: OcrEngine, png: Buffer): Promise<UiNode> {
  const boxes = await engine.read(png);
  const children = boxes.map(({ text, box }): UiNode => {
    const place = `${Math.round(box.x / 8)},${Math.round(box.y / 8)}`;
    return { key: `ocr|${text}|${place}`, role: "button", name: text, acts: true, bounds: box, children: [] };
  });
  return { key: "screen", role: "window", name: "read by OCR, because there is no tree", children };
}
