import { DeviceError } from "../device-error.js";
import { contains, describeRect, overlapOf, type Rect } from "../geometry.js";
import type { CaptureTarget, Picture } from "./desktop-driver.js";
import { screenFrom, screensNow } from "./native-screens.js";
import { boundsOf, openWindows, windowsNow } from "./native-windows.js";
import { type Shot, screenshots } from "./node-screenshots.js";

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
  const window = openWindows().find((one) => String(one.id()) === id);
  if (!window)
    throw new DeviceError("no-such-window", `There is no window ${id} now; list the windows again.`);
  try {
    return pictureFrom(window.captureImageSync(), boundsOf(window));
  } catch (error) {
    return captureVisiblePart(id, error);
  }
}

/** X11 refuses the picture of a window that reaches over an edge: then what the screen shows of it. */
function captureVisiblePart(id: string, cause: unknown): Picture {
  const window = windowsNow().find((one) => one.id === id);
  if (!window)
    throw new DeviceError(
      "no-such-window",
      `Window ${id} closed while its picture was taken; list the windows again.`,
      cause,
    );
  const name = `Window ${id} "${window.title}"`;
  if (window.minimized)
    throw new DeviceError(
      "off-screen",
      `${name} is minimised, so there is no picture of it. Focus it first, or read its tree.`,
      cause,
    );
  const parts = screensNow().map(({ bounds }) => overlapOf(window.bounds, bounds));
  const [part] = parts.sort((one, other) => other.width * other.height - one.width * one.height);
  if (!part || part.width < 1 || part.height < 1)
    throw new DeviceError(
      "off-screen",
      `${name} lies outside the screens (${describeRect(window.bounds)}). Move it onto one, or read its tree.`,
      cause,
    );
  return captureRegion(part);
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
