import type { Point, Rect } from "../geometry.js";
import type { UiNode } from "../tree/ui-node.js";

export interface Screen {
  id: string;
  name: string;
  /** In logical pixels, as everything here but the pixels of a picture. */
  bounds: Rect;
  /** Physical pixels for each logical one. */
  scale: number;
  primary: boolean;
}

export interface DesktopWindow {
  id: string;
  title: string;
  app: string;
  /** 0 where the system does not tell. */
  pid: number;
  bounds: Rect;
  focused: boolean;
  minimized: boolean;
}

/** A PNG and how its pixels lie on the desktop: logical = origin + pixel / scale. */
export interface Picture {
  png: Buffer;
  /** In physical pixels. */
  width: number;
  height: number;
  origin: Point;
  scale: number;
}

export type CaptureTarget = { screen?: string } | { window: string } | { region: Rect };
export type MouseButton = "left" | "middle" | "right";

/** What can be done to a node of the tree, also when something covers it. */
export type NodeAction = "press" | "set-text" | "select" | "focus";

export interface ReadTreeOptions {
  /** An id of `windows()`, or words of a title or an application; the active window when missing. */
  window?: string;
  /** Also where each node lies; costs a call a node. */
  bounds?: boolean;
}

export interface DesktopTree {
  /** The windows that were read, as nodes of the role `window`. */
  windows: UiNode[];
  /** Windows that were not read: `title · application`. */
  others: string[];
}

/** One desktop. Every call ends by itself, with an error where it must; nothing is queued. */
export interface DesktopDriver {
  readonly system: "x11" | "windows" | "macos";
  screens(): Promise<Screen[]>;
  windows(): Promise<DesktopWindow[]>;
  focusWindow(id: string): Promise<void>;
  /** Moves, and with a size resizes. */
  moveWindow(id: string, bounds: Point & Partial<Rect>): Promise<void>;
  pointer(): Promise<Point>;
  moveTo(point: Point): Promise<void>;
  /** At the pointer. */
  click(button: MouseButton, times: 1 | 2): Promise<void>;
  /** Presses here, moves, and lets go there. */
  drag(from: Point, to: Point): Promise<void>;
  /** In steps of the wheel; down and right are positive. */
  scroll(dx: number, dy: number): Promise<void>;
  /** Printable ASCII, line ends and tabs. */
  typeAscii(text: string): Promise<void>;
  /** For example `["ctrl", "shift", "t"]`; the last one is the key. */
  pressKeys(keys: readonly string[]): Promise<void>;
  /** Puts a text into the clipboard while `paste` runs, and then back what was there. */
  withClipboard(text: string, paste: () => Promise<void>): Promise<void>;
  capture(target: CaptureTarget): Promise<Picture>;
  readTree(options: ReadTreeOptions): Promise<DesktopTree>;
  /** By the node's `key`. */
  act(key: string, action: NodeAction, value?: string): Promise<void>;
  boundsOf(key: string): Promise<Rect>;
  close(): Promise<void>;
}
