import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The full path of a program on PATH, without running anything. */
export function findProgram(name: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const suffixes = process.platform === "win32" ? (env.PATHEXT ?? ".EXE;.CMD").split(";") : [""];
  return (env.PATH ?? "")
    .split(delimiter)
    .filter(Boolean)
    .flatMap((dir) => suffixes.map((suffix) => join(dir, name + suffix)))
    .find(isExecutable);
}

/** Chrome, Chromium or Edge, on PATH or where each system installs them. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const names = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "microsoft-edge"];
  const programs = [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA].filter(
    (dir): dir is string => dir !== undefined,
  );
  const installed = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    ...programs.map((dir) => join(dir, "Google", "Chrome", "Application", "chrome.exe")),
    ...programs.map((dir) => join(dir, "Microsoft", "Edge", "Application", "msedge.exe")),
  ];
  for (const name of names) {
    const path = findProgram(name, env);
    if (path) return path;
  }
  return installed.find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
