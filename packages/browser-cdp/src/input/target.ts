import { elementOf } from "@genericagent/simphtml";
import { BrowserError } from "../browser-error.js";
import type { Frame } from "../driver/frame.js";
import type { FrameTree } from "../driver/frame-tree.js";

/** A handle of a scan (`e12`, `a3`, 12) or a CSS selector. */
export type Target = string | number;

export interface Element {
  frame: Frame;
  /** In the frame's isolated world. */
  objectId: string;
}

/** @throws BrowserError `unknown-handle` */
export async function findElement(tree: FrameTree, target: Target): Promise<Element> {
  const name = String(target).trim();
  const frame = tree.frameOfHandle(name);
  const objectId = frame
    ? await frame.reference(elementOf(/^e[a-z]/.test(name) ? name.slice(1) : name))
    : await selected(tree.main, name);
  if (objectId) return { frame: frame ?? tree.main, objectId };
  const why = frame ? "is not on the page now" : "matches nothing on the page";
  throw new BrowserError("unknown-handle", `${name} ${why}. Scan the page again.`);
}

async function selected(frame: Frame, selector: string): Promise<string | undefined> {
  try {
    return await frame.reference(`document.querySelector(${JSON.stringify(selector)})`);
  } catch (error) {
    if (!(error instanceof BrowserError) || error.code !== "page-error") throw error;
    throw new BrowserError("unknown-handle", `"${selector}" is neither a handle nor a CSS selector.`, error);
  }
}
