import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** Where config, credentials, memory and journals live. */
export interface DataHomeOptions {
  cwd: string;
  env?: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
  homeDir?: string;
}

/** `GA_HOME`, else `.genericagent/` here or in a folder above, else the user's data folder. Creates nothing. */
export function findDataHome({
  cwd,
  env = process.env,
  platform = process.platform,
  homeDir = homedir(),
}: DataHomeOptions): string {
  if (env.GA_HOME) return resolve(cwd, env.GA_HOME);
  return findUpwards(cwd) ?? userDataFolder(env, platform, homeDir);
}

/**
 * What belongs to the user and not to a project, such as the one bridge to the one browser: `GA_HOME`, else the user's
 * data folder.
 */
export function findUserHome({
  cwd,
  env = process.env,
  platform = process.platform,
  homeDir = homedir(),
}: DataHomeOptions): string {
  return env.GA_HOME ? resolve(cwd, env.GA_HOME) : userDataFolder(env, platform, homeDir);
}

function findUpwards(cwd: string): string | undefined {
  for (let dir = resolve(cwd); ; dir = dirname(dir)) {
    const candidate = join(dir, ".genericagent");
    if (existsSync(candidate)) return candidate;
    if (dirname(dir) === dir) return undefined;
  }
}

function userDataFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, homeDir: string): string {
  if (platform === "win32")
    return join(env.LOCALAPPDATA ?? join(homeDir, "AppData", "Local"), "genericagent");
  if (platform === "darwin") return join(homeDir, "Library", "Application Support", "genericagent");
  return join(env.XDG_DATA_HOME ?? join(homeDir, ".local", "share"), "genericagent");
}

/**
 * The files of a data home, in one place. `GA_CONFIG_HOME` names another folder for what the user configured: a
 * sub-agent has a memory of its own and works by its parent's configuration.
 */
export const dataHomePaths = (dataHome: string, configHome = process.env.GA_CONFIG_HOME || dataHome) => ({
  config: join(configHome, "config.json"),
  credentials: join(configHome, "credentials.json"),
  permissions: join(configHome, "permissions.json"),
  /** L0 to L4. */
  memory: join(dataHome, "memory"),
  sessions: join(dataHome, "memory", "L4_raw_sessions"),
  spill: join(dataHome, "spill"),
  /** Files as they were before and after the agent changed them, by content. */
  images: join(dataHome, "file-images"),
  /** The folders of `ga task`. */
  tasks: join(dataHome, "tasks"),
  background: join(dataHome, "background"),
  browser: join(dataHome, "browser"),
});

/** There is no such file, or no data home at all: writing there will say what is wrong. */
export const isMissing = ({ code }: NodeJS.ErrnoException): boolean =>
  code === "ENOENT" || code === "ENOTDIR";
