import { contains, type Point } from "../geometry.js";
import type { Screen } from "./desktop-driver.js";
import { type Monitor, screenshots } from "./node-screenshots.js";

/** A server that names no primary screen has its first one. */
export function screensNow(): Screen[] {
  const screens = screenshots().Monitor.all().map(screenFrom);
  const hasPrimary = screens.some(({ primary }) => primary);
  return hasPrimary ? screens : screens.map((screen, index) => ({ ...screen, primary: index === 0 }));
}

export const screenOf = (point: Point): Screen | undefined =>
  screensNow().find(({ bounds }) => contains(bounds, point));

export const screenFrom = (monitor: Monitor): Screen => ({
  id: String(monitor.id()),
  name: monitor.name(),
  bounds: { x: monitor.x(), y: monitor.y(), width: monitor.width(), height: monitor.height() },
  scale: monitor.scaleFactor(),
  primary: monitor.isPrimary(),
});

/** One X server has one scale. */
export const scaleOfDesktop = (): number => screenshots().Monitor.all()[0]?.scaleFactor() ?? 1;
