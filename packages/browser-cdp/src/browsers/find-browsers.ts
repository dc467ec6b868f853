import { accessSync, constants } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

export interface FoundBrowser {
  name: "Chrome" | "Chromium" | "Edge" | "Brave";
  path: string;
  /** The folder of the profile that people use every day. */
  userData: string;
}

interface Kind {
  name: FoundBrowser["name"];
  /** On PATH. */
  programs: string[];
  mac: string;
  /** Below Program Files and the like. */
  windows: string[];
  userData: { linux: string; mac: string; windows: string[] };
}

const KINDS: Kind[] = [
  {
    name: "Chrome",
    programs: ["google-chrome", "google-chrome-stable"],
    mac: "Google Chrome",
    windows: ["Google", "Chrome", "Application", "chrome.exe"],
    userData: { linux: "google-chrome", mac: "Google/Chrome", windows: ["Google", "Chrome", "User Data"] },
  },
  {
    name: "Chromium",
    programs: ["chromium", "chromium-browser"],
    mac: "Chromium",
    windows: ["Chromium", "Application", "chrome.exe"],
    userData: { linux: "chromium", mac: "Chromium", windows: ["Chromium", "User Data"] },
  },
  {
    name: "Edge",
    programs: ["microsoft-edge", "microsoft-edge-stable"],
    mac: "Microsoft Edge",
    windows: ["Microsoft", "Edge", "Application", "msedge.exe"],
    userData: { linux: "microsoft-edge", mac: "Microsoft Edge", windows: ["Microsoft", "Edge", "User Data"] },
  },
  {
    name: "Brave",
    programs: ["brave-browser", "brave"],
    mac: "Brave Browser",
    windows: ["BraveSoftware", "Brave-Browser", "Application", "brave.exe"],
    userData: {
      linux: "BraveSoftware/Brave-Browser",
      mac: "BraveSoftware/Brave-Browser",
      windows: ["BraveSoftware", "Brave-Browser", "User Data"],
    },
  },
];

export interface Machine {
  env?: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
  home?: string;
}

/** Browsers on this machine that speak the protocol, the most common first. Runs nothing. `CHROME_PATH` comes before all. */
export function findBrowsers({
  env = process.env,
  platform = process.platform,
  home = homedir(),
}: Machine = {}) {
  const found = KINDS.flatMap((kind): FoundBrowser[] => {
    const path = placesOf(kind, env, platform, home).find(isExecutable);
    return path ? [{ name: kind.name, path, userData: userDataOf(kind, env, platform, home) }] : [];
  });
  const wanted = env.CHROME_PATH;
  if (!wanted || !isExecutable(wanted)) return found;
  const known = found.find(({ path }) => path === wanted);
  const first = known ?? {
    name: "Chrome" as const,
    path: wanted,
    userData: userDataOf(KINDS[0]!, env, platform, home),
  };
  return [first, ...found.filter((other) => other !== known)];
}

function placesOf(kind: Kind, env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: string): string[] {
  if (platform === "win32")
    return [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA].flatMap((folder) =>
      folder ? [join(folder, ...kind.windows)] : [],
    );
  const folders = (env.PATH ?? "").split(delimiter).filter(Boolean);
  const onPath = kind.programs.flatMap((program) => folders.map((folder) => join(folder, program)));
  if (platform !== "darwin") return onPath;
  const app = join(`${kind.mac}.app`, "Contents", "MacOS", kind.mac);
  return [join("/Applications", app), join(home, "Applications", app), ...onPath];
}

function userDataOf(
  { userData }: Kind,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
  home: string,
): string {
  if (platform === "win32")
    return join(env.LOCALAPPDATA ?? join(home, "AppData", "Local"), ...userData.windows);
  if (platform === "darwin") return join(home, "Library", "Application Support", userData.mac);
  return join(env.XDG_CONFIG_HOME ?? join(home, ".config"), userData.linux);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
