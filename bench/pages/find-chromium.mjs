import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
  "msedge",
  "microsoft-edge",
];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** CHROME_PATH, else a Chromium, Chrome or Edge that is installed. */
export function findChromium() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const installed = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = [process.env.CHROME_PATH, ...installed, ...PLACES].find((path) => path && existsSync(path));
  if (!found)
    throw new Error(
      "This bench needs a browser: install Chromium, Chrome or Edge, or set CHROME_PATH to one.",
    );
  return found;
}
