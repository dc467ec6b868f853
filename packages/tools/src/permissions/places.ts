import { homedir, tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { type Links, realPlace } from "./real-place.js";

/** The folders that decide what a path means, all of them real. */
export interface Places {
  workspace: string;
  home: string;
  temp: string[];
  /** The agent's own folder: settings, keys, journals. */
  dataHome?: string;
  /** Filled while the paths of one call are followed. */
  links?: Links;
}

export function placesOf(cwd: string, dataHome: string | undefined, env: NodeJS.ProcessEnv): Places {
  const temp = [tmpdir(), ...(process.platform === "win32" ? [] : ["/tmp", "/var/tmp", "/dev/shm"])];
  return {
    workspace: realPlace(cwd),
    home: realPlace(env.HOME || homedir()),
    temp: [...new Set(temp.map((folder) => realPlace(folder)))],
    links: new Map(),
    ...(dataHome && { dataHome: realPlace(dataHome) }),
  };
}

/** Whether a real path is the folder or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !/^[A-Za-z]:/.test(way));
}

export const isInWorkspace = (path: string, { workspace, dataHome }: Places): boolean =>
  isWithin(path, workspace) && !(dataHome && isWithin(path, dataHome) && !isWithin(workspace, dataHome));

export const isInTemp = (path: string, { temp }: Places): boolean =>
  temp.some((folder) => path !== folder && isWithin(path, folder));

/** `/`, a folder right below it, the home folder, and every folder that holds it or the workspace. */
export function isVital(path: string, { home, workspace }: Places): boolean {
  const isTop = dirname(path) === path || dirname(dirname(path)) === dirname(path);
  return isTop || isWithin(home, path) || (isWithin(workspace, path) && path !== workspace);
}

const SYSTEM =
  process.platform === "win32"
    ? [process.env.SystemRoot ?? "C:\\Windows", process.env.ProgramFiles ?? "C:\\Program Files"]
    : "bin boot dev etc private/etc lib lib32 lib64 proc sbin sys usr var/lib System Library Applications"
        .split(" ")
        .map((name) => join("/", name));

/** Folders that belong to the system; `/usr/local` and temporary folders do not. */
export const isOfSystem = (path: string, places: Places): boolean =>
  !isInTemp(path, places) && !isWithin(path, "/usr/local") && SYSTEM.some((folder) => isWithin(path, folder));
