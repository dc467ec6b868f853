import { createRequire } from "node:module";
import { DeviceError } from "../device-error.js";
import { contains, describeRect, type Point, type Rect } from "../geometry.js";
import type { CaptureTarget, DesktopWindow, Picture, Screen } from "./desktop-driver.js";

type Screenshots = typeof import("node-screenshots");
type Monitor = ReturnType<Screenshots["Monitor"]["all"]>[number];
type Shot = ReturnType<Monitor["captureImageSync"]>;

let loaded: Screenshots | undefined;

function screenshots(): Screenshots {
  try {
    loaded ??= createRequire(import.meta.url)("node-screenshots") as Screenshots;
    return loaded;
  } catch (error) {
    throw new DeviceError(
      "missing-package",
      "node-screenshots could not be loaded. Install it: npm i node-screenshots@0.2.8",
      error,
    );
  }
}

/** A server that names no primary screen has its first one. */
export function screensNow(): Screen[] {
  const screens = screenshots().Monitor.all().map(screenFrom);
  const hasPrimary = screens.some(({ primary }) => primary);
  return hasPrimary ? screens : screens.map((screen, index) => ({ ...screen, primary: index === 0 }));
}

export const screenOf = (point: Point): Screen | undefined =>
  screensNow().find(({ bounds }) => contains(bounds, point));

const screenFrom = (monitor: Monitor): Screen => ({
  id: String(monitor.id()),
  name: monitor.name(),
  bounds: { x: monitor.x(), y: monitor.y(), width: monitor.width(), height: monitor.height() },
  scale: monitor.scaleFactor(),
  primary: monitor.isPrimary(),
});

export const windowsNow = (): DesktopWindow[] =>
  screenshots()
    .Window.all()
    .map((window) => ({
      id: String(window.id()),
      title: window.title(),
      app: window.appName(),
      pid: window.pid(),
      bounds: boundsOf(window),
      focused: window.isFocused(),
      minimized: window.isMinimized(),
    }));

/** X11 tells windows in physical pixels, and screens in logical ones. */
function boundsOf(window: ReturnType<Screenshots["Window"]["all"]>[number]): Rect {
  const scale = process.platform === "linux" ? scaleOfDesktop() : 1;
  const sides = [window.x(), window.y(), window.width(), window.height()].map((side) => side / scale);
  const [x, y, width, height] = sides as [number, number, number, number];
  return { x, y, width, height };
}

/** One X server has one scale. */
export const scaleOfDesktop = (): number => screenshots().Monitor.all()[0]?.scaleFactor() ?? 1;

export function captureNative(target: CaptureTarget): Picture {
  if ("window" in target) return captureWindow(target.window);
  if ("region" in target) return captureRegion(target.region);
  return captureScreen(target.screen);
}

function captureScreen(id: string | undefined): Picture {
  const monitors = screenshots().Monitor.all();
  const wanted = monitors.find((monitor) =>
    id === undefined ? monitor.isPrimary() : String(monitor.id()) === id,
  );
  const monitor = wanted ?? (id === undefined ? monitors[0] : undefined);
  if (!monitor)
    throw new DeviceError(
      "invalid-options",
      `There is no screen ${id ?? ""}; the screens are ${monitors.map((one) => one.id()).join(", ") || "none"}.`,
    );
  return pictureFrom(monitor.captureImageSync(), screenFrom(monitor).bounds);
}

function captureWindow(id: string): Picture {
  const window = screenshots()
    .Window.all()
    .find((one) => String(one.id()) === id);
  if (!window)
    throw new DeviceError("no-such-window", `There is no window ${id} now; list the windows again.`);
  return pictureFrom(window.captureImageSync(), boundsOf(window));
}

function captureRegion(region: Rect): Picture {
  const monitors = screenshots().Monitor.all();
  const end = { x: region.x + region.width - 1, y: region.y + region.height - 1 };
  const monitor = monitors.find((one) => {
    const { bounds } = screenFrom(one);
    return contains(bounds, region) && contains(bounds, end);
  });
  if (!monitor || region.width < 1 || region.height < 1)
    throw new DeviceError(
      "off-screen",
      `The region ${describeRect(region)} does not lie on one screen (${monitors.map((one) => describeRect(screenFrom(one).bounds)).join("; ")}).`,
    );
  const { bounds, scale } = screenFrom(monitor);
  const inPixels = [region.x - bounds.x, region.y - bounds.y, region.width, region.height].map((side) =>
    Math.round(side * scale),
  ) as [number, number, number, number];
  return pictureFrom(monitor.captureImageSync().cropSync(...inPixels), region);
}

const pictureFrom = (shot: Shot, bounds: Rect): Picture => ({
  png: shot.toPngSync(),
  width: shot.width,
  height: shot.height,
  origin: { x: bounds.x, y: bounds.y },
  scale: bounds.width > 0 ? shot.width / bounds.width : 1,
});
