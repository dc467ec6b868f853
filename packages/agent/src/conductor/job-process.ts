import { type ChildProcess, spawn } from "node:child_process";
import { closeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Budget } from "../budget.js";
import type { ConductorOptions } from "./conductor-options.js";
import type { JobFolder } from "./job-folder.js";

/** Seconds that one job may take. */
const SECONDS = 1_800;
/** A child that does not end by itself when its time is up is killed after so many more. */
const GRACE_SECONDS = 10;
const POLL_MS = 250;

const isWindows = process.platform === "win32";

/** One attempt at a job by a process of its own. It outlives its parent, and ends at its time limit. */
export class JobProcess {
  /** Resolves when the process has ended, with how. */
  readonly ended: Promise<string>;
  readonly #pid: number | undefined;

  /** Starts `ga run --func` in the job's folder. */
  static start(folder: JobFolder, options: ConductorOptions, cap: Budget): JobProcess {
    const { command = ["ga"], cwd = process.cwd(), env = process.env, configHome } = options;
    const log = folder.openLog();
    const [program, ...first] = command;
    const child = spawn(program!, [...first, ...argumentsFor(folder, options, cap)], {
      cwd,
      env: { ...env, GA_HOME: folder.home, ...(configHome && { GA_CONFIG_HOME: configHome }) },
      detached: !isWindows,
      stdio: ["ignore", log, log],
      windowsHide: true,
      shell: isWindows && command.length === 1,
    });
    closeSync(log);
    return new JobProcess(child.pid, endOf(child), secondsOf(options));
  }

  /** Watches the process of another parent, which had been started for this job. */
  static adopt(pid: number, folder: JobFolder, options: ConductorOptions): JobProcess {
    return new JobProcess(pid, gone(folder), secondsOf(options));
  }

  private constructor(pid: number | undefined, ended: Promise<string>, seconds: number) {
    this.#pid = pid;
    const timer = setTimeout(() => void this.kill(), (seconds + GRACE_SECONDS) * 1000);
    timer.unref();
    this.ended = ended.finally(() => clearTimeout(timer));
  }

  /** Ends the process and what it started: asks first, then does not. */
  async kill(): Promise<void> {
    this.#signal("SIGTERM");
    await this.#endsWithin(2_000);
    this.#signal("SIGKILL");
    await this.#endsWithin(2_000);
  }

  async #endsWithin(ms: number): Promise<void> {
    await Promise.race([this.ended, sleep(ms, undefined, { ref: false })]);
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#pid === undefined) return;
    try {
      if (isWindows) spawn("taskkill", ["/pid", String(this.#pid), "/T", "/F"], { windowsHide: true });
      else process.kill(-this.#pid, signal);
    } catch {
      // it has ended
    }
  }
}

const secondsOf = ({ perJob = {} }: ConductorOptions): number => perJob.seconds ?? SECONDS;

function argumentsFor(folder: JobFolder, options: ConductorOptions, cap: Budget): string[] {
  const { model, permissions, perJob = {} } = options;
  const flags: [string, string | number | undefined][] = [
    ["--model", model],
    ["--permissions", permissions],
    ["--max-turns", perJob.maxTurns],
    ["--max-tokens", cap.tokens === undefined ? undefined : Math.ceil(cap.tokens)],
    ["--max-cost", cap.usd],
    ["--time-limit", secondsOf(options)],
  ];
  const given = flags.filter(([, value]) => value !== undefined);
  return [
    "run",
    "--func",
    folder.prompt,
    "--continue",
    ...given.flatMap(([flag, value]) => [flag, String(value)]),
  ];
}

const endOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.once("error", (error) => resolve(`it could not be started: ${error.message}`));
    child.once("exit", (code, signal) =>
      resolve(signal ? `it was ended by ${signal}` : `it ended with ${code}`),
    );
  });

async function gone(folder: JobFolder): Promise<string> {
  while (folder.worker() !== undefined) await sleep(POLL_MS);
  return "it ended";
}
