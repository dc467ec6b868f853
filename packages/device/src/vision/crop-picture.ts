import type { Picture } from "../desktop/desktop-driver.js";
import { DeviceError } from "../device-error.js";
import { describeRect, type Rect } from "../geometry.js";
import { loadPackage } from "../load-package.js";

export interface CropOptions {
  /** In the coordinates in which the picture lies. Default: all of it. */
  region?: Rect;
  /** Longest side of the result in pixels; a smaller picture costs fewer tokens. It is never enlarged. */
  maxSide?: number;
}

/** Cuts a part out of a picture and makes it smaller; what it shows keeps its coordinates. */
export async function cropPicture(picture: Picture, { region, maxSide }: CropOptions): Promise<Picture> {
  const { default: sharp } = await loadPackage("sharp", () => import("sharp"), "sharp@0.35.5");
  const { origin, scale } = picture;
  const left = region ? Math.round((region.x - origin.x) * scale) : 0;
  const top = region ? Math.round((region.y - origin.y) * scale) : 0;
  const width = region ? Math.round(region.width * scale) : picture.width;
  const height = region ? Math.round(region.height * scale) : picture.height;
  const isInside = left >= 0 && top >= 0 && left + width <= picture.width && top + height <= picture.height;
  if (!isInside || width < 1 || height < 1)
    throw new DeviceError(
      "off-screen",
      `The region ${region && describeRect(region)} is not inside the picture (${picture.width}x${picture.height} pixels from ${origin.x},${origin.y}).`,
    );
  const shrink = Math.min(1, (maxSide ?? Number.POSITIVE_INFINITY) / Math.max(width, height));
  const size = {
    width: Math.max(1, Math.round(width * shrink)),
    height: Math.max(1, Math.round(height * shrink)),
  };
  const png = await sharp(picture.png)
    .extract({ left, top, width, height })
    .resize({ ...size, fit: "fill" })
    .png()
    .toBuffer();
  const start = { x: origin.x + left / scale, y: origin.y + top / scale };
  return { png, ...size, origin: start, scale: scale * shrink };
}
