import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { CaptureTarget, Desktop, OcrEngine, OcrLanguage, Picture } from "@genericagent/device";
import { type Command, Option } from "commander";
import { withDesktop } from "./device-desktop-commands.js";
import { parsePoint, parseRegion, pointOf, print } from "./device-print.js";

interface TargetFlags {
  json?: boolean;
  window?: string;
  screen?: string;
  region?: number[];
}

interface ClickFlags extends TargetFlags {
  at?: number[];
  text?: string;
  button?: "left" | "middle" | "right";
  double?: boolean;
}

const withTarget = (command: Command): Command =>
  command
    .option("-w, --window <id>", "one window")
    .option("-s, --screen <id>", "one screen; the primary one when missing")
    .option("-r, --region <x,y,w,h>", "a part of a screen", parseRegion)
    .option("--json", "print one line of JSON");

export function addPictureCommands(device: Command): void {
  withTarget(device.command("shot"))
    .description("write a picture to a file, and say what showing it to a model costs")
    .option("-o, --output <file>", "where; a new file in the temporary folder when missing")
    .option("--max-side <pixels>", "make it smaller, which costs fewer tokens", Number)
    .action(
      async ({ json, output, maxSide, ...target }: TargetFlags & { output?: string; maxSide?: number }) => {
        const picture = await withDesktop((desktop) => shotOf(desktop, target));
        await keepPicture(picture, { json, output, maxSide });
      },
    );

  withLanguage(withTarget(device.command("ocr")))
    .description("read the text of the screen, line by line")
    .option("--boxes", "with the middle of each text, to be clicked")
    .option("--thorough", "read it twice and find more")
    .action(async ({ json, boxes, thorough, lang, ...target }: TargetFlags & OcrFlags) => {
      const picture = await withDesktop((desktop) => shotOf(desktop, target));
      await printText(picture, { json, boxes, thorough, lang });
    });

  withLanguage(withTarget(device.command("click")))
    .description("click a node of the tree, a point, or a text that OCR finds")
    .argument("[id]", "an id of the tree")
    .option("--at <x,y>", "a point of the desktop", parsePoint)
    .option("--text <words>", "a text on the screen")
    .addOption(new Option("--button <button>").choices(["left", "middle", "right"]))
    .option("--double", "twice")
    .action(async (id: string | undefined, flags: ClickFlags & OcrFlags) => {
      const { json, button = "left", double } = flags;
      await withDesktop(async (desktop) => {
        const place = await placeOf(desktop, id, flags);
        await desktop.click(place, { button, times: double ? 2 : 1 });
        print(json, { clicked: place }, () => [
          `Clicked ${"id" in place ? place.id : `${place.x},${place.y}`}.`,
        ]);
      });
    });
}

export interface OcrFlags {
  boxes?: boolean | undefined;
  thorough?: boolean | undefined;
  lang?: OcrLanguage | undefined;
}

export const withLanguage = (command: Command): Command =>
  command.addOption(
    new Option("--lang <language>", "one language, in half the time").choices(["eng", "chi_sim"]),
  );

const shotOf = (desktop: Desktop, { window, screen, region }: TargetFlags): Promise<Picture> => {
  const [x, y, width, height] = region ?? [];
  const target: CaptureTarget = window
    ? { window }
    : region
      ? { region: { x: x!, y: y!, width: width!, height: height! } }
      : { ...(screen && { screen }) };
  return desktop.shot(target);
};

async function placeOf(desktop: Desktop, id: string | undefined, flags: ClickFlags & OcrFlags) {
  const { DeviceError, locateText } = await import("@genericagent/device");
  const { at, text } = flags;
  if ([id, at, text].filter((way) => way !== undefined).length !== 1)
    throw new DeviceError("invalid-options", "Name one thing to click: an id, --at x,y, or --text words.");
  if (id !== undefined) return { id };
  if (at) return pointOf(at);
  const picture = await shotOf(desktop, flags);
  return withOcr(flags.lang, async (ocr) => (await locateText(ocr, picture, text!)).at);
}

export async function withOcr<T>(
  lang: OcrLanguage | undefined,
  work: (ocr: OcrEngine) => Promise<T>,
): Promise<T> {
  const { openOcr } = await import("@genericagent/device");
  const ocr = await openOcr(lang ? { languages: [lang] } : {});
  try {
    return await work(ocr);
  } finally {
    await ocr.close();
  }
}

/** The picture goes to a file: what a model is shown is its own decision, by file_read. */
export async function keepPicture(
  picture: Picture,
  {
    json,
    output,
    maxSide,
  }: { json?: boolean | undefined; output?: string | undefined; maxSide?: number | undefined },
): Promise<void> {
  const { cropPicture, visionTokens } = await import("@genericagent/device");
  const kept = maxSide ? await cropPicture(picture, { maxSide }) : picture;
  const file = resolve(output ?? join(tmpdir(), `ga-shot-${randomBytes(4).toString("hex")}.png`));
  writeFileSync(file, kept.png, { mode: 0o600 });
  const { width, height, origin, scale } = kept;
  const tokens = visionTokens(width, height);
  print(json, { file, width, height, origin, scale, tokens }, () => [
    `${file}  ${width}x${height} pixels; desktop = ${origin.x},${origin.y} + pixel / ${scale}`,
    `Showing it to a model costs about ${tokens.anthropic} tokens (Anthropic) or ${tokens.openai} (OpenAI); the tree or \`ocr\` costs far less.`,
  ]);
}

export async function printText(
  picture: Picture,
  { json, boxes, thorough, lang }: OcrFlags & { json?: boolean | undefined },
): Promise<void> {
  const { findText, linesOfText } = await import("@genericagent/device");
  const read = await withOcr(lang, (ocr) => ocr.read(picture.png, thorough));
  const placed = read.map((box) => ({ ...box, at: findText([box], box.text, picture).at }));
  const lines = linesOfText(placed) as (typeof placed)[];
  const shown = ({ text, at }: (typeof placed)[number]) => (boxes ? `${text} @${at.x},${at.y}` : text);
  print(
    json,
    placed.map(({ text, at, confidence }) => ({ text, at, confidence })),
    () => (lines.length > 0 ? lines.map((line) => line.map(shown).join("  ")) : ["No text was read."]),
  );
}
