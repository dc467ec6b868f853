import { Deadline } from "./deadline.js";
import type { Dom } from "./dom.js";
import { dropRepeatedOptions } from "./drop-repeated-options.js";
import { dropRepeats } from "./drop-repeats.js";
import { fit } from "./fit.js";
import type { Handles } from "./handles.js";
import { joinLines } from "./join-lines.js";
import { isControl, type Line } from "./line.js";
import { Meter } from "./meter.js";
import type { Look, Page } from "./page.js";
import { renderHtml } from "./render-html.js";
import { renderOutline, renderText } from "./render-outline.js";
import { PASSES, type Pass, Report } from "./report.js";
import { type Form, ScanError, type ScanOptions, type ScanResult } from "./scan-options.js";
import { shortenNames } from "./shorten-names.js";
import { splitLines } from "./split-lines.js";
import { walk } from "./walk.js";
import type { Walked } from "./walk-options.js";

const RENDER: Record<Form, (line: Line) => string> = {
  outline: renderOutline,
  html: renderHtml,
  text: renderText,
};

export interface Scan {
  result: ScanResult;
  /** Every line of the view, before a budget left any out. */
  lines: string[];
}

export interface ScanInput<L extends Look> {
  page: Page<L>;
  handles: Handles;
  options: ScanOptions;
  roots?: ReadonlySet<Element> | undefined;
  /** Printed after the lines. */
  footer?: string | undefined;
  /** A look at the lines of the walk before they are joined. */
  inspect?: (lines: readonly Line[], deadline: Deadline) => void;
  /** When it began before this. */
  deadline?: Deadline | undefined;
}

/** The passes in order: walk, repeats, dialogs first, neighbours joined, the part asked for, the budget. */
export function scanLines<L extends Look>(input: ScanInput<L>): Scan {
  const { page, handles, options, roots, footer } = input;
  const form = options.form ?? "outline";
  const render = RENDER[form];
  if (!render)
    throw new ScanError("bad-option", `There is no form "${form}": ${Object.keys(RENDER).join(", ")}.`);
  const skip = new Set(options.skip ?? []);
  for (const pass of skip)
    if (!PASSES.includes(pass))
      throw new ScanError("bad-option", `There is no pass "${pass}": ${PASSES.join(", ")}.`);
  const report = new Report(page.dom, options.report ?? false);

  const deadline = input.deadline ?? new Deadline(options.timeLimitMs);
  const from = options.region ? handles.findRest(options.region) : undefined;
  const keep = select(page, options.keep ?? []);
  const walked = walk({ page, handles, report, keep, skip, roots, deadline, from });
  input.inspect?.(walked.lines, deadline);
  const lines = arrange(walked.lines, report, skip);
  const whole = options.region === undefined || from !== undefined;
  const part = whole ? lines : regionOf(lines, options.region!, page, handles);
  const limits = { maxChars: options.maxChars, budgetTokens: options.budgetTokens };
  const meter = skip.has("budget") ? new Meter({}) : new Meter(limits);
  const unread = unreadOf(walked, page, handles);
  const notes = [
    ...(footer && whole ? [footer] : []),
    ...(unread ? [unreadNote(unread, deadline.limitMs)] : []),
  ];
  const shown = [...part, ...notes.map((note) => noteLine(note, page.root))];
  const fitted = fit(shown, {
    page,
    handles,
    meter,
    render,
    inOrder: options.region !== undefined,
    deadline,
  });
  for (const { anchor } of fitted.left) report.add("budget", "over the limit", anchor);
  const controls = fitted.kept.flatMap(({ parts }) => parts.filter(isControl));

  const result: ScanResult = {
    text: fitted.text,
    form,
    tokens: new Meter({ budgetTokens: 1 }).cost(fitted.text),
    controls: controls.length,
    elisions: fitted.elisions,
    removed: report.counts,
    frames: controls
      .filter(({ kind }) => kind === "frame")
      .map(({ id, name }) => ({ handle: `e${id}`, name })),
  };
  if (unread) result.unread = unread;
  if (options.report) result.removals = report.removals;
  const texts = whole ? fitted.texts : lines.map(render);
  return { result, lines: lines.map((line, index) => withoutMark(line, texts[index]!, render)) };
}

/** Whether an item has a mark depends on its neighbours: that is no change of its own. */
const withoutMark = (line: Line, text: string, render: (line: Line) => string): string =>
  line.kind === "item" && !line.unmarked ? render({ ...line, unmarked: true }) : text;

type Unread = NonNullable<ScanResult["unread"]>;

function unreadOf({ stoppedAt, looked }: Walked, page: Page, handles: Handles): Unread | undefined {
  if (!stoppedAt) return undefined;
  return { handle: `e${handles.idOfRest(stoppedAt)}`, looked, elements: page.countElements() };
}

const unreadNote = ({ handle, looked, elements }: Unread, limitMs: number): string =>
  `(time is up after ${limitMs} ms: ${looked} of ${elements} elements were looked at; [${handle.slice(1)} goes on])`;

function arrange(walked: Line[], report: Report, skip: ReadonlySet<Pass>): Line[] {
  const once = skip.has("repeat") ? walked : dropRepeats(walked, report);
  if (!skip.has("repeat")) {
    dropRepeatedOptions(once);
    shortenNames(once, report);
  }
  const dialogs = once.filter(({ layer }) => layer > 0);
  const page = once.filter(({ layer }) => layer === 0);
  const ordered =
    dialogs.length > 0 && page.length > 0
      ? [noteBefore("(dialog)", dialogs[0]!), ...dialogs, noteBefore("(page)", page[0]!), ...page]
      : once;
  return numbered(splitLines(joinLines(ordered)));
}

function numbered(lines: readonly Line[]): Line[] {
  const parts = new Map<Node, number>();
  return lines.map((line, number) => {
    const part = parts.get(line.anchor) ?? 0;
    parts.set(line.anchor, part + 1);
    return { ...line, number, part };
  });
}

const noteBefore = (text: string, line: Line): Line => ({ ...line, kind: "note", level: 0, parts: [text] });

const noteLine = (text: string, root: Node): Line => ({
  kind: "note",
  level: 0,
  parts: [text],
  anchor: root,
  top: 0,
  layer: 1,
  main: true,
  number: -1,
  part: -1,
});

function select(page: Page, selectors: readonly string[]): Set<Element> {
  return new Set(selectors.flatMap((selector) => findAll(page.dom, page.root, selector, "keep")));
}

function findAll(dom: Dom, root: Element, selector: string, option: string): Element[] {
  try {
    return dom.findAll(root, selector);
  } catch {
    throw new ScanError("bad-selector", `"${selector}" in ${option} is not a valid CSS selector.`);
  }
}

const HANDLE = /^e?[a-z]?\d+(-\d+)?$/;

function regionOf(lines: readonly Line[], region: string, page: Page, handles: Handles): Line[] {
  const range = handles.findRange(region, lines);
  if (range) return [...range];
  const element = HANDLE.test(region) ? handles.find(region) : firstOf(page, region);
  if (!element) {
    throw new ScanError("unknown-handle", `Nothing on the page is "${region}" now. Scan the page again.`);
  }
  return lines.filter(({ anchor, parts }) => {
    if (holds(page, element, anchor)) return true;
    return parts.some((part) => isControl(part) && holds(page, element, part.element));
  });
}

/** The page's root is among what a selector may name. */
function firstOf({ dom, root }: Page, selector: string): Element | undefined {
  const [first] = findAll(dom, root, selector, "region");
  return dom.matches(root, selector) ? root : first;
}

function holds(page: Page, outer: Element, inner: Node): boolean {
  for (let at: Node | null = inner; at; at = page.dom.parent(at) ?? (at as ShadowRoot).host ?? null)
    if (at === outer) return true;
  return false;
}
