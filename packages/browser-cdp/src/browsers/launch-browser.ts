import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { BrowserError } from "../browser-error.js";
import { CdpConnection } from "../cdp/cdp-connection.js";
import { CdpLink } from "../cdp/cdp-link.js";
import { readActivePort } from "./active-port.js";
import { endChild } from "./end-child.js";
import { findBrowsers } from "./find-browsers.js";
import { profileOwner } from "./profile-lock.js";

export interface LaunchOptions {
  /** A folder for the profile, which stays from launch to launch: who logs in once is logged in the next time. */
  profile: string;
  /** Default: the first that `findBrowsers` finds. */
  path?: string;
  /** Default: only where there is no display. */
  headless?: boolean;
  /** The browser lives on when the link is closed and this program ends. Default false. */
  keep?: boolean;
  args?: readonly string[];
  env?: NodeJS.ProcessEnv;
  /** Milliseconds until the browser must answer. Default 30 000. */
  timeoutMs?: number;
}

const FLAGS = [
  "--remote-debugging-port=0",
  "--no-first-run",
  "--no-default-browser-check",
  // A tab that nobody looks at works as fast as the one in front.
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
  "--disable-features=CalculateNativeWinOcclusion",
  "--disable-component-update",
  "--disable-search-engine-choice-screen",
  "--hide-crash-restore-bubble",
];
const HEADLESS_FLAGS = ["--headless=new", "--disable-gpu", "--mute-audio", "--window-size=1280,800"];
const STDERR_CHARS = 4_000;

/**
 * Starts a browser with a profile of its own and connects to it. It ends with the link.
 *
 * @throws BrowserError `no-browser`, `profile-in-use`, `launch-failed`
 */
export async function launchBrowser(options: LaunchOptions): Promise<CdpLink> {
  const { env = process.env, timeoutMs = 30_000 } = options;
  const path = options.path ?? findBrowsers({ env })[0]?.path;
  if (!path)
    throw new BrowserError(
      "no-browser",
      "There is no Chrome, Chromium or Edge on this machine. Install one, or set CHROME_PATH to its program.",
    );
  const profile = resolve(options.profile);
  await mkdir(profile, { recursive: true, mode: 0o700 });
  await requireFree(profile);
  await rm(join(profile, "DevToolsActivePort"), { force: true });

  const headless = options.headless ?? !hasDisplay(env);
  const flags = [...FLAGS, ...(headless ? HEADLESS_FLAGS : []), ...rootFlags(), ...(options.args ?? [])];
  const child = start(path, [...flags, `--user-data-dir=${profile}`], { env, keep: options.keep ?? false });
  try {
    const url = await endpointOf(child, profile, path, timeoutMs);
    const connection = await CdpConnection.open(url);
    if (options.keep) {
      child.process.unref();
      child.process.stderr?.destroy();
      return await CdpLink.open(connection, () => connection.close());
    }
    return await CdpLink.open(connection, async () => {
      await connection.send("", "Browser.close", {}, { timeoutMs: 2_000 }).catch(() => {});
      await endChild(child.process);
      await connection.close();
    });
  } catch (error) {
    await endChild(child.process);
    throw error;
  }
}

async function requireFree(profile: string): Promise<void> {
  const owner = await profileOwner(profile);
  if (owner)
    throw new BrowserError(
      "profile-in-use",
      `The profile ${profile} is open in another browser (pid ${owner.pid} on ${owner.host}). Close that browser, use another profile, or attach to it.`,
    );
}

const hasDisplay = (env: NodeJS.ProcessEnv): boolean =>
  process.platform === "win32" ||
  process.platform === "darwin" ||
  Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);

/** Chromium's own sandbox refuses to work for root. Everybody else keeps it. */
const rootFlags = (): string[] => (process.getuid?.() === 0 ? ["--no-sandbox"] : []);

interface Started {
  process: ChildProcess;
  stderr(): string;
}

function start(
  path: string,
  flags: string[],
  { env, keep }: { env: NodeJS.ProcessEnv; keep: boolean },
): Started {
  const all = [...flags, ...(keep ? [] : ["--remote-debugging-pipe"]), "about:blank"];
  // A browser with a debugging pipe ends when the pipe does, also when this program is killed.
  const pipes = keep ? [] : (["pipe", "pipe"] as const);
  const child = spawn(path, all, { env, detached: keep, stdio: ["ignore", "ignore", "pipe", ...pipes] });
  for (const pipe of child.stdio.slice(3)) pipe?.on("error", () => {});
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-STDERR_CHARS);
  });
  child.on("error", (error) => {
    stderr += error.message;
  });
  return { process: child, stderr: () => stderr.trim() };
}

/** The browser writes its port into the profile when it is ready to be spoken to. */
async function endpointOf(
  { process: child, stderr }: Started,
  profile: string,
  path: string,
  timeoutMs: number,
) {
  const until = Date.now() + timeoutMs;
  while (Date.now() < until) {
    const found = await readActivePort(profile);
    if (found) return found.url;
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) break;
    await new Promise((done) => setTimeout(done, 25));
  }
  await requireFree(profile);
  const ended = child.exitCode ?? child.signalCode;
  const why = ended === null ? `it did not answer within ${timeoutMs} ms` : `it ended with ${ended}`;
  throw new BrowserError(
    "launch-failed",
    `Cannot start ${path}: ${why}. ${stderr().slice(-500) || "It said nothing."}`,
  );
}
