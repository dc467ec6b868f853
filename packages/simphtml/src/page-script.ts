import source from "page-script-source";
import type { PageScanOptions, PageScanResult } from "./scan-options.js";

/**
 * What `pageScript` installs as `globalThis.simphtml` in the world it is evaluated in. A driver evaluates it in an
 * isolated world of its own, where the page's scripts cannot reach it.
 */
export interface PageApi {
  scan(options?: PageScanOptions): PageScanResult;
  /** The element of a handle, `"e12"` or `12`; null when it is gone from the page. */
  $(handle: string | number): Element | null;
  handleOf(element: Element): string;
  /** One line about a handle, for messages. */
  describe(handle: string | number): string;
  /** Closed shadow roots cannot be found from inside the page: a driver passes those it knows. */
  addShadowRoot(root: ShadowRoot): void;
  /** One letter before the handles of this frame, so that those of several frames can stand in one text. */
  usePrefix(prefix: string): void;
  /** Ends the watch for messages. */
  stop(): void;
}

/** The script to inject, a single expression statement. It changes nothing in the page. */
export const pageScript: string = source;

/**
 * An expression that scans the page and, evaluated by value, is a `PageScanResult`. Works in a world where
 * `pageScript` ran before.
 */
export function scanPage(options: PageScanOptions = {}): string {
  return `globalThis.simphtml.scan(${JSON.stringify(options)})`;
}

/** An expression for the element of a handle, or null. Evaluate it as a reference, not by value. */
export function elementOf(handle: string | number): string {
  return `globalThis.simphtml.$(${JSON.stringify(handle)})`;
}
