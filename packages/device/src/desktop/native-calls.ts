import type { DeviceErrorCode } from "../device-error.js";
import type { Point, Rect } from "../geometry.js";
import type { CaptureTarget, DesktopWindow, MouseButton, Picture, Screen } from "./desktop-driver.js";

/** What the native modules do, by name. Points and rectangles are logical. */
export interface NativeCalls {
  screens(): Screen[];
  windows(): DesktopWindow[];
  pointer(): Point;
  moveTo(point: Point): void;
  click(button: MouseButton, times: 1 | 2): void;
  drag(from: Point, to: Point): Promise<void>;
  scroll(dx: number, dy: number): void;
  typeAscii(text: string): Promise<void>;
  pressKeys(keys: readonly string[]): void;
  capture(target: CaptureTarget): Picture;
  /** The area of the desktop that can be clicked. */
  area(): Rect;
}

export type NativeName = keyof NativeCalls;

export interface NativeCall {
  id: number;
  name: NativeName;
  args: unknown[];
}

export interface NativeReply {
  id: number;
  value?: unknown;
  /** The code is missing where the native module itself failed. */
  error?: { message: string; code?: DeviceErrorCode };
}
