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
