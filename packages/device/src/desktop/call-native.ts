import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { DeviceError } from "../device-error.js";
import { describeRect, type Point, type Rect } from "../geometry.js";
import { robotKeys } from "./key-names.js";
import type { NativeCalls, NativeName } from "./native-calls.js";
import { captureNative } from "./native-capture.js";
import { scaleOfDesktop, screenOf, screensNow } from "./native-screens.js";
import { windowsNow } from "./native-windows.js";

/** Long enough for a toolkit to take one event after the other. */
const DRAG_STEP_MS = 15;
const DRAG_STEPS = 8;
/** X servers drop keys that come faster than their queue is read. */
const CHARS_AT_ONCE = 40;

/** Runs one call; only ever in the forked process. */
export const callNative = async (name: NativeName, args: unknown[]): Promise<unknown> =>
  (CALLS[name] as (...args: unknown[]) => unknown)(...args);

const CALLS: NativeCalls = {
  screens: screensNow,
  windows: windowsNow,
  area: areaNow,
  capture: captureNative,
  pointer: () => toLogical(robot().getMousePos()),
  moveTo: (point) => moveTo(point),
  click: (button, times) => robot().mouseClick(button, times === 2),
  async drag(from, to) {
    moveTo(from);
    robot().mouseToggle("down", "left");
    for (let step = 1; step <= DRAG_STEPS; step++) {
      await sleep(DRAG_STEP_MS);
      const share = step / DRAG_STEPS;
      moveTo({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
    }
    await sleep(DRAG_STEP_MS);
    robot().mouseToggle("up", "left");
  },
  scroll: (dx, dy) => robot().scrollMouse(-dx || 0, -dy || 0),
  async typeAscii(text) {
    for (const part of text.split(/(\n|\t)/)) {
      if (part === "\n") robot().keyTap("enter");
      else if (part === "\t") robot().keyTap("tab");
      else
        for (let at = 0; at < part.length; at += CHARS_AT_ONCE) {
          robot().typeString(part.slice(at, at + CHARS_AT_ONCE));
          await sleep(1);
        }
    }
  },
  pressKeys(keys) {
    const [key, modifiers] = robotKeys(keys);
    robot().keyTap(key, modifiers);
  },
};

/** The types of the module leave this out. */
type Robot = typeof import("robotjs") & { setXDisplayName(name: string): void };

let loaded: Robot | undefined;

function robot(): Robot {
  if (loaded) return loaded;
  try {
    loaded = createRequire(import.meta.url)("robotjs") as Robot;
  } catch (error) {
    throw new DeviceError(
      "missing-package",
      "robotjs could not be loaded. Install it: npm i robotjs@0.9.1",
      error,
    );
  }
  // By itself it takes :0 where there is one, whatever DISPLAY says.
  if (process.platform === "linux" && process.env.DISPLAY) loaded.setXDisplayName(process.env.DISPLAY);
  loaded.setMouseDelay(5);
  loaded.setKeyboardDelay(5);
  return loaded;
}

/** Outside all screens the pointer would stop at an edge and press what lies there. */
function moveTo(point: Point): void {
  const screen = screenOf(point);
  if (!screen)
    throw new DeviceError(
      "off-screen",
      `${point.x},${point.y} is outside the desktop (${describeRect(areaNow())}); nothing was done.`,
    );
  const factor = process.platform === "linux" ? screen.scale : 1;
  robot().moveMouse(Math.round(point.x * factor), Math.round(point.y * factor));
}

/** X11 counts physical pixels, Windows and macOS logical ones. */
function toLogical({ x, y }: Point): Point {
  const scale = process.platform === "linux" ? scaleOfDesktop() : 1;
  return { x: Math.round(x / scale), y: Math.round(y / scale) };
}

function areaNow(): Rect {
  const screens = screensNow().map(({ bounds }) => bounds);
  const x = Math.min(...screens.map((bounds) => bounds.x));
  const y = Math.min(...screens.map((bounds) => bounds.y));
  const right = Math.max(...screens.map((bounds) => bounds.x + bounds.width));
  const bottom = Math.max(...screens.map((bounds) => bounds.y + bounds.height));
  return { x, y, width: right - x, height: bottom - y };
}
