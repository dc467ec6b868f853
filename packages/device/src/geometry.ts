export interface Point {
  x: number;
  y: number;
}

/** In logical pixels of the whole desktop unless its owner says otherwise. */
export interface Rect extends Point {
  width: number;
  height: number;
}

export const centreOf = ({ x, y, width, height }: Rect): Point => ({
  x: Math.round(x + width / 2),
  y: Math.round(y + height / 2),
});

export const contains = (rect: Rect, { x, y }: Point): boolean =>
  x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;

export const describeRect = ({ x, y, width, height }: Rect): string => `${width}x${height} at ${x},${y}`;

/** What lies in both; without width or height where nothing does. */
export function overlapOf(one: Rect, other: Rect): Rect {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const right = Math.min(one.x + one.width, other.x + other.width);
  const bottom = Math.min(one.y + one.height, other.y + other.height);
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}
