import type { CdpSession } from "../browser-link.js";
import type { Point } from "./click-point.js";

export interface ClickOptions {
  button?: "left" | "middle" | "right";
  /** 2 is a double click. Default 1. */
  count?: number;
}

export async function moveMouse(session: CdpSession, { x, y }: Point): Promise<void> {
  await session.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
}

export async function clickMouse(
  session: CdpSession,
  point: Point,
  options: ClickOptions = {},
): Promise<void> {
  const { button = "left", count = 1 } = options;
  await moveMouse(session, point);
  for (let clickCount = 1; clickCount <= count; clickCount++)
    for (const type of ["mousePressed", "mouseReleased"])
      await session.send("Input.dispatchMouseEvent", { type, ...point, button, clickCount });
}

export async function turnWheel(
  session: CdpSession,
  point: Point,
  deltaX: number,
  deltaY: number,
): Promise<void> {
  await session.send("Input.dispatchMouseEvent", { type: "mouseWheel", ...point, deltaX, deltaY });
}
