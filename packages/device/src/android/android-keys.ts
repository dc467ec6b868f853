import { DeviceError } from "../device-error.js";

const CODES: Record<string, string> = {
  back: "BACK",
  home: "HOME",
  recents: "APP_SWITCH",
  enter: "ENTER",
  tab: "TAB",
  escape: "ESCAPE",
  backspace: "DEL",
  delete: "FORWARD_DEL",
  up: "DPAD_UP",
  down: "DPAD_DOWN",
  left: "DPAD_LEFT",
  right: "DPAD_RIGHT",
  power: "POWER",
  wake: "WAKEUP",
  sleep: "SLEEP",
  "volume-up": "VOLUME_UP",
  "volume-down": "VOLUME_DOWN",
};

/** `back`, `home`, …, or a name of Android's own such as `KEYCODE_CAMERA`. */
export function keyCode(name: string): string {
  const plain = name.replace(/^KEYCODE_/, "");
  const code = CODES[name.toLowerCase()] ?? (/^[A-Z][A-Z0-9_]*$|^\d+$/.test(plain) ? plain : undefined);
  if (code === undefined)
    throw new DeviceError(
      "invalid-options",
      `"${name}" is no key. Write one of ${Object.keys(CODES).join(", ")}, or a name such as KEYCODE_CAMERA.`,
    );
  return /^\d+$/.test(code) ? code : `KEYCODE_${code}`;
}
