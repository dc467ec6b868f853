import { setTimeout as sleep } from "node:timers/promises";
import { DeviceError } from "../device-error.js";
import { centreOf, contains, describeRect, type Point, type Rect } from "../geometry.js";
import type { DenseViewOptions } from "../tree/dense-view.js";
import { diffLines } from "../tree/diff-lines.js";
import type { KnownNode } from "../tree/node-ids.js";
import { type ChangedView, type PartedView, partedView, type TreeView } from "../tree/parted-view.js";
import type { ViewStore } from "../tree/view-store.js";
import { isBlankPng } from "../vision/is-blank-png.js";
import type {
  CaptureTarget,
  DesktopDriver,
  DesktopWindow,
  MouseButton,
  NodeAction,
  Picture,
  ReadTreeOptions,
  Screen,
} from "./desktop-driver.js";
import { parseKeys } from "./key-names.js";
import { typeText } from "./type-text.js";

export interface ClickOptions {
  button?: MouseButton;
  times?: 1 | 2;
}

export type TreeOptions = Omit<ReadTreeOptions, "bounds"> & Pick<DenseViewOptions, "all">;

/** How long a window may take until it is quiet after an action, and until it shows a first change. */
const SETTLE_LIMIT_MS = 1200;
const FIRST_CHANGE_LIMIT_MS = 600;
const SETTLE_STEP_MS = 80;

/** One desktop, by its tree, its pixels, its mouse and its keys. */
export class Desktop {
  readonly driver: DesktopDriver;
  readonly #store: ViewStore;
  #lastTree: TreeOptions = {};

  constructor(driver: DesktopDriver, store: ViewStore) {
    this.driver = driver;
    this.#store = store;
  }

  screens = (): Promise<Screen[]> => this.driver.screens();
  windows = (): Promise<DesktopWindow[]> => this.driver.windows();
  focusWindow = (id: string): Promise<void> => this.driver.focusWindow(id);
  moveWindow = (id: string, bounds: Point & Partial<Rect>): Promise<void> =>
    this.driver.moveWindow(id, bounds);
  scroll = (dx: number, dy: number): Promise<void> => this.driver.scroll(dx, dy);
  pressKeys = async (keys: string): Promise<void> => this.driver.pressKeys(parseKeys(keys));
  close = (): Promise<void> => this.driver.close();

  /** The active window as lines of text; everything that can be operated has an id. */
  async tree(options: TreeOptions = {}): Promise<TreeView> {
    this.#lastTree = options;
    const view = await this.#read(options);
    await this.#store.save(view.parts);
    return view;
  }

  /** Through the application, so also where something covers it. Says what changed in the view. */
  async act(id: string, action: NodeAction, value?: string): Promise<ChangedView> {
    const { key } = this.#node(id);
    await this.driver.act(key, action, value);
    return this.#changed();
  }

  /** At a point, or in the middle of a node. */
  async click(
    target: Point | { id: string },
    { button = "left", times = 1 }: ClickOptions = {},
  ): Promise<void> {
    const point = "id" in target ? await this.#centre(target.id) : target;
    await this.#requireOnScreen(point);
    await this.driver.moveTo(point);
    await this.driver.click(button, times);
  }

  async drag(from: Point, to: Point): Promise<void> {
    await this.#requireOnScreen(from);
    await this.#requireOnScreen(to);
    await this.driver.drag(from, to);
  }

  /** Into what has the focus; what is not ASCII goes through the clipboard. */
  type = (text: string, pasteKeys?: string): Promise<void> => typeText(this.driver, text, pasteKeys);

  /** A window that protects itself gives a picture of one colour, which is an error. */
  async shot(target: CaptureTarget = {}): Promise<Picture> {
    const picture = await this.driver.capture(target);
    if ("window" in target && isBlankPng(picture))
      throw new DeviceError(
        "blank-picture",
        `The picture of window ${target.window} has one colour only: it is empty, minimised, or protects itself from pictures. Read its tree instead.`,
      );
    return picture;
  }

  /** After something was done by mouse or keys: what changed since the last view. */
  changes = (): Promise<ChangedView> => this.#changed();

  /** Until two readings are the same; what shows no change yet may still be busy with the action. */
  async #changed(): Promise<ChangedView> {
    const before = this.#store.lines;
    const start = performance.now();
    const within = (limitMs: number) => performance.now() - start < limitMs;
    let view = await this.#read(this.#lastTree);
    let changes: string[];
    let last: string;
    do {
      last = view.text;
      await sleep(SETTLE_STEP_MS);
      view = await this.#read(this.#lastTree);
      changes = diffLines(before, view.parts);
    } while (
      within(SETTLE_LIMIT_MS) &&
      (view.text !== last || (changes.length === 0 && within(FIRST_CHANGE_LIMIT_MS)))
    );
    await this.#store.save(view.parts);
    return { ...view, changes };
  }

  async #read({ all = false, ...options }: TreeOptions): Promise<PartedView> {
    const { windows, others } = await this.driver.readTree(options);
    return partedView(
      windows,
      this.#store.ids,
      all,
      others.length > 0 ? [`Other windows: ${others.join(", ")}`] : [],
    );
  }

  #node(id: string): KnownNode {
    const node = this.#store.ids.find(id);
    if (node) return node;
    throw new DeviceError(
      "unknown-id",
      `There is no node ${id} in the last tree. Read the tree, then use its ids.`,
    );
  }

  async #centre(id: string): Promise<Point> {
    const bounds = await this.driver.boundsOf(this.#node(id).key);
    if (bounds.width > 0 && bounds.height > 0) return centreOf(bounds);
    throw new DeviceError(
      "act-refused",
      `Node ${id} has no place on the screen now. Use \`press\` instead of click.`,
    );
  }

  async #requireOnScreen(point: Point): Promise<void> {
    const screens = (await this.driver.screens()).map(({ bounds }) => bounds);
    if (screens.some((bounds) => contains(bounds, point))) return;
    throw new DeviceError(
      "off-screen",
      `${point.x},${point.y} is outside the desktop (${screens.map(describeRect).join("; ")}); nothing was done.`,
    );
  }
}
