import { setTimeout as sleep } from "node:timers/promises";
import type { Adb } from "@yume-chan/adb";
import type { Picture } from "../desktop/desktop-driver.js";
import { DeviceError } from "../device-error.js";
import { centreOf, type Point } from "../geometry.js";
import { diffLines } from "../tree/diff-lines.js";
import type { KnownNode } from "../tree/node-ids.js";
import { type ChangedView, type PartedView, partedView, type TreeView } from "../tree/parted-view.js";
import type { ViewStore } from "../tree/view-store.js";
import { isBlankPng } from "../vision/is-blank-png.js";
import type { OcrEngine } from "../vision/ocr-text.js";
import { pullFile, pushFile } from "./android-files.js";
import { keyCode } from "./android-keys.js";
import { typeOnAndroid } from "./android-text.js";
import { nodesByOcr, readAndroidScreen } from "./read-android-screen.js";
import { quoted, runOnAndroid, type ShellOptions, type ShellResult } from "./run-on-android.js";

export type AndroidAction = "press" | "long-press" | "set-text";

export interface AndroidTreeOptions {
  /** Every row of long lists. */
  all?: boolean;
  /** Reads the screen when the device gives no tree. Without one, that is an error. */
  ocr?: () => Promise<OcrEngine>;
}

export interface Size {
  width: number;
  height: number;
}

const LONG_PRESS_MS = 700;
/** How long an app may take to show what a tap did. */
const SETTLE_MS = 400;

/** One Android device. */
export class Android {
  readonly adb: Adb;
  readonly #store: ViewStore;
  #size: Promise<Size> | undefined;
  #lastTree: AndroidTreeOptions = {};

  constructor(adb: Adb, store: ViewStore) {
    this.adb = adb;
    this.#store = store;
  }

  get serial(): string {
    return this.adb.serial;
  }

  /** Its exit code is part of the result; a device that goes away is an error. */
  shell = (command: string, options?: ShellOptions): Promise<ShellResult> =>
    runOnAndroid(this.adb, command, options);

  async tree(options: AndroidTreeOptions = {}): Promise<TreeView> {
    this.#lastTree = options;
    const view = await this.#read(options);
    await this.#store.save(view.parts);
    return view;
  }

  /** By an id of the last tree; says what changed on the screen. */
  async act(id: string, action: AndroidAction, value = ""): Promise<ChangedView> {
    const node = this.#node(id);
    const point = centreOf(node.bounds!);
    if (action === "long-press") await this.swipe(point, point, LONG_PRESS_MS);
    else await this.tap(point);
    if (action === "set-text") await this.#replaceText(node, value);
    return this.changes();
  }

  async changes(): Promise<ChangedView> {
    const before = this.#store.lines;
    await sleep(SETTLE_MS);
    const view = await this.#read(this.#lastTree);
    await this.#store.save(view.parts);
    return { ...view, changes: diffLines(before, view.parts) };
  }

  async tap(point: Point): Promise<void> {
    await this.#requireOnScreen(point);
    await this.#run(`input tap ${Math.round(point.x)} ${Math.round(point.y)}`);
  }

  async swipe(from: Point, to: Point, durationMs = 300): Promise<void> {
    for (const point of [from, to]) await this.#requireOnScreen(point);
    const places = [from.x, from.y, to.x, to.y, durationMs].map(Math.round).join(" ");
    await this.#run(`input swipe ${places}`);
  }

  /** Moves what is shown: `up` shows what lies further down, as a finger that goes up. */
  async swipeTowards(direction: "up" | "down" | "left" | "right"): Promise<void> {
    const { width, height } = await this.size();
    const at = ([x, y]: readonly [number, number]): Point => ({
      x: Math.round(width * x),
      y: Math.round(height * y),
    });
    const far = { up: [0.5, 0.75], down: [0.5, 0.3], left: [0.8, 0.5], right: [0.2, 0.5] } as const;
    const near = { up: [0.5, 0.3], down: [0.5, 0.75], left: [0.2, 0.5], right: [0.8, 0.5] } as const;
    await this.swipe(at(far[direction]), at(near[direction]));
  }

  /** Into what has the focus. */
  type = (text: string): Promise<void> => typeOnAndroid((command) => this.#run(command), text);

  async pressKey(name: string): Promise<void> {
    await this.#run(`input keyevent ${keyCode(name)}`);
  }

  /** Names of packages; the system's own only when asked for. */
  async apps(withSystem = false): Promise<string[]> {
    const { stdout } = await this.#run(`pm list packages${withSystem ? "" : " -3"}`);
    return [...stdout.toString("utf8").matchAll(/^package:(\S+)/gm)].map((match) => match[1]!).sort();
  }

  /** @param app a package, or `package/.Activity`. */
  async startApp(app: string): Promise<void> {
    const command = app.includes("/")
      ? `am start -n ${quoted(app)}`
      : `monkey -p ${quoted(app)} -c android.intent.category.LAUNCHER 1`;
    const { stdout, stderr } = await this.#run(command);
    const said = `${stdout.toString("utf8")}\n${stderr}`;
    if (/^Error|No activities found|monkey aborted/m.test(said))
      throw new DeviceError(
        "device-command-failed",
        `${app} could not be started: ${said.trim().slice(-200)}`,
      );
  }

  async stopApp(app: string): Promise<void> {
    await this.#run(`am force-stop ${quoted(app)}`);
  }

  push = (local: string, remote: string): Promise<number> => pushFile(this.adb, local, remote);
  pull = (remote: string, local: string): Promise<number> => pullFile(this.adb, remote, local);

  /** The last lines of the device's log. */
  async log(lines = 100): Promise<string> {
    return (await this.#run(`logcat -d -t ${Math.round(lines)}`)).stdout.toString("utf8");
  }

  /** A window that protects itself gives no picture, or a black one; both are errors. */
  async shot(): Promise<Picture> {
    const { stdout: png, stderr } = await this.shell("screencap -p", { timeoutMs: 20_000 });
    if (png.toString("latin1", 1, 4) !== "PNG")
      throw protectedScreen(stderr.trim() || "screencap wrote no picture");
    const picture = {
      png,
      width: png.readUInt32BE(16),
      height: png.readUInt32BE(20),
      origin: { x: 0, y: 0 },
      scale: 1,
    };
    if (isBlankPng(picture)) throw protectedScreen("it has one colour only");
    return picture;
  }

  size(): Promise<Size> {
    this.#size ??= this.#run("wm size").then(({ stdout }) => {
      const text = stdout.toString("utf8");
      const [, width, height] = /(?:Override|Physical) size: (\d+)x(\d+)\s*$/.exec(text.trim()) ?? [];
      if (!width || !height)
        throw new DeviceError("device-command-failed", `The size of the screen is not known: ${text.trim()}`);
      return { width: Number(width), height: Number(height) };
    });
    return this.#size;
  }

  async close(): Promise<void> {
    // It may be gone already.
    await Promise.resolve(this.adb.close()).catch(() => {});
  }

  async #read({ all = false, ocr }: AndroidTreeOptions): Promise<PartedView> {
    try {
      const run = (command: string, timeoutMs: number) => this.shell(command, { timeoutMs });
      return partedView([await readAndroidScreen(run)], this.#store.ids, all, []);
    } catch (error) {
      if (!ocr || (error as DeviceError).code !== "no-tree") throw error;
      const { png } = await this.shot();
      return partedView([await nodesByOcr(await ocr(), png)], this.#store.ids, all, []);
    }
  }

  async #replaceText({ chars = 0 }: KnownNode, text: string): Promise<void> {
    if (chars > 0) {
      await this.#run("input keyevent KEYCODE_MOVE_END");
      await this.#run(`input keyevent ${"KEYCODE_DEL ".repeat(chars).trim()}`);
    }
    if (text !== "") await this.type(text);
  }

  /** For commands that must succeed. */
  async #run(command: string): Promise<ShellResult> {
    const result = await this.shell(command);
    if (result.exitCode === 0) return result;
    const said = result.stderr.trim() || result.stdout.toString("utf8").trim();
    throw new DeviceError(
      "device-command-failed",
      `\`${command.slice(0, 80)}\` ended with ${result.exitCode} on ${this.serial}: ${said.slice(0, 200)}`,
    );
  }

  #node(id: string): KnownNode {
    const node = this.#store.ids.find(id);
    if (node?.bounds) return node;
    throw new DeviceError(
      "unknown-id",
      `There is no node ${id} in the last tree. Read the tree, then use its ids.`,
    );
  }

  async #requireOnScreen({ x, y }: Point): Promise<void> {
    const { width, height } = await this.size();
    const long = Math.max(width, height);
    // `wm size` does not turn with the screen.
    if (x >= 0 && y >= 0 && x < long && y < long && Math.min(x, y) < Math.min(width, height)) return;
    throw new DeviceError(
      "off-screen",
      `${x},${y} is outside the screen (${width}x${height}); nothing was done.`,
    );
  }
}

const protectedScreen = (why: string): DeviceError =>
  new DeviceError(
    "blank-picture",
    `The device gives no picture of this screen (${why}): it is off, or its app protects it. Read the tree instead.`,
  );
