import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { errorMessage } from "@genericagent/core-loop";
import { bubblewrap } from "./bubblewrap.js";
import type { Sandbox, SandboxName, SandboxPolicy } from "./sandbox.js";
import { noSandbox } from "./sandbox.js";
import { type LoadSandboxRuntime, loadSandboxRuntime, sandboxRuntime } from "./sandbox-runtime.js";

/** Whether one kind of wall can be built on this machine. */
export interface SandboxBackend {
  name: SandboxName;
  works: boolean;
  /** Its version where it works; why not, and what to do, where it does not. */
  detail: string;
  create(policy: SandboxPolicy): Sandbox;
}

export interface DetectSandboxOptions {
  env?: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
  loadRuntime?: LoadSandboxRuntime;
}

/** All kinds of walls, the strongest first, each really tried. `none` always works and is last. */
export async function detectSandbox(options?: DetectSandboxOptions): Promise<SandboxBackend[]> {
  const found: SandboxBackend[] = [];
  for await (const backend of sandboxBackends(options)) found.push(backend);
  return found;
}

/** The answers of this process about this machine. */
const known = new Map<SandboxName, Promise<SandboxBackend>>();

/** The same one after another, so that nobody waits for a weaker one. Without options, answers are remembered. */
export async function* sandboxBackends(
  options?: DetectSandboxOptions,
): AsyncGenerator<SandboxBackend, void, void> {
  const { env = process.env, platform = process.platform, loadRuntime = loadSandboxRuntime } = options ?? {};
  const trials: [SandboxName, () => Promise<SandboxBackend>][] = [
    ["bubblewrap", () => tryBubblewrap(env, platform)],
    ["sandbox-runtime", () => tryRuntime(loadRuntime)],
  ];
  for (const [name, attempt] of trials) {
    const trial = (!options && known.get(name)) || attempt();
    if (!options) known.set(name, trial);
    yield await trial;
  }
  yield { name: "none", works: true, detail: "no wall", create: () => noSandbox };
}

async function tryBubblewrap(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): Promise<SandboxBackend> {
  const bwrap = platform === "linux" ? onPath("bwrap", env) : undefined;
  const answer = (works: boolean, detail: string): SandboxBackend => ({
    ...{ name: "bubblewrap", works, detail },
    create: (policy) => bubblewrap(bwrap ?? "bwrap", policy),
  });
  if (platform !== "linux") return answer(false, "only on Linux");
  if (!bwrap) return answer(false, "bwrap is not installed: install the package bubblewrap");
  try {
    const trial = await bubblewrap(bwrap, { writable: [] }).wrap(
      { command: "true", args: [], cwd: "/", env },
      [],
    );
    await output(trial.command, trial.args, env);
    return answer(true, (await output(bwrap, ["--version"], env)).trim());
  } catch (error) {
    return answer(
      false,
      `${errorMessage(error)
        .replace(/^Command failed.*\n/, "")
        .trim()}. ${ADVICE}`,
    );
  }
}

const ADVICE =
  "The system does not let it make namespaces: allow unprivileged user namespaces (sysctl kernel.unprivileged_userns_clone=1, on Ubuntu kernel.apparmor_restrict_unprivileged_userns=0), or start the container with fewer limits";

async function tryRuntime(load: LoadSandboxRuntime): Promise<SandboxBackend> {
  const answer = (works: boolean, detail: string): SandboxBackend => ({
    ...{ name: "sandbox-runtime", works, detail },
    create: (policy) => sandboxRuntime(policy, load),
  });
  try {
    const { SandboxManager } = await load();
    if (!SandboxManager.isSupportedPlatform()) return answer(false, "not on this system");
    const { errors } = SandboxManager.checkDependencies();
    return errors.length > 0 ? answer(false, errors.join("; ")) : answer(true, "installed");
  } catch {
    return answer(false, "not installed: npm install @anthropic-ai/sandbox-runtime");
  }
}

function onPath(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const files = (env.PATH ?? "").split(delimiter).filter(Boolean);
  return files.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const MAX_TRIAL_MS = 10_000;

const output = (command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> =>
  new Promise((resolve, reject) =>
    execFile(command, args, { env, timeout: MAX_TRIAL_MS }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    ),
  );
