import { parseHTML } from "linkedom";
import { LineNumbers } from "./handles.js";
import { scanLines } from "./scan-lines.js";
import type { ScanOptions, ScanResult } from "./scan-options.js";
import { StaticPage } from "./static-page.js";

export interface SimplifyOptions extends ScanOptions {
  /** Short for `form: "text"`. */
  textOnly?: boolean;
}

/**
 * The view of a page given as HTML, without layout: what is hidden by attributes and inline style is left out, style
 * sheets are not read. The text is never longer than the HTML.
 *
 * @throws ScanError for a selector or option that cannot be used
 */
export function simplify(html: string, options: SimplifyOptions = {}): ScanResult {
  const { textOnly, ...scan } = options;
  const { document } = parseHTML(
    /<(html|body)[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`,
  );
  const form = scan.form ?? (textOnly ? "text" : "outline");
  const maxChars = Math.min(scan.maxChars ?? Infinity, html.length);
  return scanLines({
    page: new StaticPage(document as unknown as Document),
    handles: new LineNumbers(),
    options: { ...scan, form, maxChars },
  }).result;
}
