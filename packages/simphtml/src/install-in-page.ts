import { Deadline } from "./deadline.js";
import { diffLines } from "./diff-lines.js";
import { Handles } from "./handles.js";
import { layerTest } from "./layer-test.js";
import { captureDom } from "./live-dom.js";
import { LivePage } from "./live-page.js";
import { markCovered } from "./mark-covered.js";
import { MessageWatch } from "./message-watch.js";
import { nameOf } from "./name-of.js";
import type { PageApi } from "./page-script.js";
import { pathOf } from "./report.js";
import { scanLines } from "./scan-lines.js";
import type { PageScanOptions, PageScanResult } from "./scan-options.js";

/** A page of 1 MB takes a tenth of it on an idle machine. */
const DEFAULT_TIME_LIMIT_MS = 10_000;

declare global {
  var simphtml: PageApi | undefined;
}

/** Entry of the page script. Installing twice keeps the first: its handles are known to the driver. */
globalThis.simphtml ??= createPageApi("");

function createPageApi(prefix: string): PageApi {
  const dom = captureDom(window);
  const closedRoots = new WeakMap<Element, ShadowRoot>();
  const watch = new MessageWatch(document);
  let handles = new Handles(prefix);
  let last: string[] | undefined;
  watch.start();

  return {
    scan(options: PageScanOptions = {}): PageScanResult {
      const deadline = new Deadline(options.timeLimitMs ?? DEFAULT_TIME_LIMIT_MS);
      const page = new LivePage(window, dom, closedRoots);
      const skip = options.skip ?? [];
      const layer = skip.includes("layer") ? undefined : layerTest(page);
      const roots = options.behind || options.region ? undefined : layer?.roots;
      const { result, lines } = scanLines({
        page,
        handles,
        options,
        deadline,
        roots,
        footer: layer && footerFor(layer.behind, roots !== undefined),
        inspect: (walked) => markCovered(walked, page, deadline),
      });
      const found: PageScanResult = { ...result, title: document.title, url: location.href };
      if (layer) found.behind = layer.behind;
      if (layer && roots) {
        const reason = `covered by ${pathOf(dom, layer.shade)}`;
        found.removed[`layer: ${reason}`] = 1;
        found.removals?.unshift({ pass: "layer", reason, path: pathOf(dom, page.root) });
      }
      if (options.diff) {
        found.diff = diffLines(last ?? lines, lines, watch.takeGone(lines), options.diffTokens);
      }
      last = lines;
      return found;
    },
    $: (handle) => {
      const element = handles.find(handle);
      return element?.isConnected ? element : null;
    },
    handleOf: (element) => `e${handles.idOf(element)}`,
    describe(handle) {
      const element = handles.find(handle);
      if (!element) return `${handle} is not known. Scan the page again.`;
      const name = nameOf(new LivePage(window, dom, closedRoots), element);
      return `<${dom.tag(element)}>${name ? ` ${name}` : ""}${element.isConnected ? "" : ", no longer on the page"}`;
    },
    addShadowRoot: (root) => void closedRoots.set(root.host, root),
    usePrefix(next) {
      if (handles.prefix !== next) handles = new Handles(next);
    },
    stop: () => watch.stop(),
  };
}

const footerFor = (behind: string, hidden: boolean): string =>
  hidden ? `(${behind} behind: body)` : `(an overlay covers the page and takes its clicks)`;
