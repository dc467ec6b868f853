import { BrowserError } from "../browser-error.js";
import type { CdpSession } from "../browser-link.js";
import { SCROLL_INTO_VIEW } from "../input/hit-test.js";
import { type Element, findElement, type Target } from "../input/target.js";
import type { FrameTree } from "./frame-tree.js";

export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ScreenshotOptions {
  /** Default `png`. */
  format?: "png" | "jpeg" | "webp";
  /** 0 to 100, for jpeg and webp. */
  quality?: number;
  /** Only this element. */
  of?: Target;
  /** Only this part, in CSS pixels from the corner of the page. */
  region?: Region;
  /** The page from top to bottom. Default: what the window shows. */
  fullPage?: boolean;
}

/** Chrome paints no more than this many pixels in a direction. */
const MAX_SIDE = 16_384;

export async function screenshot(tree: FrameTree, options: ScreenshotOptions = {}): Promise<Buffer> {
  const { format = "png", quality, of, region, fullPage } = options;
  const clip =
    region ?? (of !== undefined ? await boxOf(tree, of) : fullPage ? await pageBox(tree.session) : undefined);
  if (clip && (clip.width < 1 || clip.height < 1))
    throw new BrowserError(
      "invalid-options",
      `Cannot take a picture of ${of ?? "the region"}: it has no size.`,
    );
  const data = await capture(tree.session, {
    format,
    ...(quality !== undefined && format !== "png" && { quality }),
    ...(clip && { clip: { ...clip, scale: 1 }, captureBeyondViewport: true }),
  });
  return Buffer.from(data, "base64");
}

/** A tab behind others may not be painted at all: then it is brought to the front of its window. */
async function capture(session: CdpSession, params: object): Promise<string> {
  const take = (timeoutMs: number) =>
    session.send<{ data: string }>("Page.captureScreenshot", params, { timeoutMs });
  const { data } = await take(UNPAINTED_MS).catch(async (error) => {
    if (!(error instanceof BrowserError) || error.code !== "timeout") throw error;
    await session.send("Page.bringToFront");
    return take(PAINTED_MS);
  });
  return data;
}

const UNPAINTED_MS = 4_000;
const PAINTED_MS = 30_000;

async function boxOf(tree: FrameTree, target: Target): Promise<Region> {
  const element = await findElement(tree, target);
  const { x, y, width, height } = await boxInTab(element);
  const scrolled = await tree.main.run<{ x: number; y: number }>("({ x: scrollX, y: scrollY })");
  return { x: x + scrolled.x, y: y + scrolled.y, width, height };
}

/** A frame in another process counts from its own corner. */
async function boxInTab({ frame, objectId }: Element): Promise<Region> {
  await frame.call(objectId, SCROLL_INTO_VIEW);
  const { model } = await frame.session
    .send<{ model: { border: number[]; width: number; height: number } }>("DOM.getBoxModel", { objectId })
    .catch((error) => {
      throw new BrowserError("invalid-options", "Cannot take a picture of it: it is not drawn.", error);
    });
  const [x = 0, y = 0] = model.border;
  const box = { x, y, width: model.width, height: model.height };
  if (!frame.isRemote || !frame.parent) return box;
  const { backendNodeId } = await frame.parent.session.send<{ backendNodeId: number }>("DOM.getFrameOwner", {
    frameId: frame.frameId,
  });
  const { model: owner } = await frame.parent.session.send<{ model: { content: number[] } }>(
    "DOM.getBoxModel",
    {
      backendNodeId,
    },
  );
  return { ...box, x: box.x + (owner.content[0] ?? 0), y: box.y + (owner.content[1] ?? 0) };
}

async function pageBox(session: CdpSession): Promise<Region> {
  const { cssContentSize } = await session.send<{ cssContentSize: Region }>("Page.getLayoutMetrics");
  const { width, height } = cssContentSize;
  return { x: 0, y: 0, width: Math.min(width, MAX_SIDE), height: Math.min(height, MAX_SIDE) };
}

export interface PdfOptions {
  landscape?: boolean;
  /** Default true: colours and pictures behind the text. */
  background?: boolean;
  /** For example `1-3, 5`. Default: all. */
  pages?: string;
}

export async function printToPdf(session: CdpSession, options: PdfOptions = {}): Promise<Buffer> {
  const { landscape = false, background = true, pages = "" } = options;
  const { data } = await session.send<{ data: string }>(
    "Page.printToPDF",
    { landscape, printBackground: background, pageRanges: pages, preferCSSPageSize: true },
    { timeoutMs: 60_000 },
  );
  return Buffer.from(data, "base64");
}
