import { createRequire } from "node:module";
import { DeviceError } from "../device-error.js";

export type Screenshots = typeof import("node-screenshots");
export type NativeWindow = ReturnType<Screenshots["Window"]["all"]>[number];
export type Monitor = ReturnType<Screenshots["Monitor"]["all"]>[number];
export type Shot = ReturnType<Monitor["captureImageSync"]>;

let loaded: Screenshots | undefined;

/** The native module; only ever loaded in the forked process. */
export function screenshots(): Screenshots {
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
