import type { Deadline } from "./deadline.js";
import type { Handles } from "./handles.js";
import type { Line } from "./line.js";
import type { LineBuilder } from "./line-builder.js";
import type { Look, Page } from "./page.js";
import type { Pass, Report } from "./report.js";

export interface WalkOptions<L extends Look> {
  page: Page<L>;
  handles: Handles;
  report: Report;
  /** Shown although hidden: these elements and what is in them. */
  keep: ReadonlySet<Element>;
  skip: ReadonlySet<Pass>;
  /** Only these subtrees are walked; the layer test found that the rest is covered. */
  roots?: ReadonlySet<Element> | undefined;
  deadline?: Deadline | undefined;
  /** Where an earlier walk was out of time: what comes before it is passed over. */
  from?: Element | undefined;
}

export interface Walked {
  lines: Line[];
  /** The first element that was not looked at, when time was up. */
  stoppedAt?: Element | undefined;
  /** Elements looked at. */
  looked: number;
}

/** A subtree that is nested too deep to be walked where it was met, and where its lines belong. */
export interface Deferred<L extends Look> {
  element: Element;
  parent: L;
  into: LineBuilder;
  at: number;
  out: LineBuilder;
}
