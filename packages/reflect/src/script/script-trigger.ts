import { randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { basename, extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { errorMessage } from "@genericagent/core-loop";
import { type Clock, systemClock } from "../host/clock.js";
import type { Notify, ReflectTask, TaskOutcome, TaskSettings } from "../host/reflect-task.js";
import { unlessAborted } from "../host/unless-aborted.js";
import { ReflectError } from "../reflect-error.js";

/** What a module of the user exports; the names are those of GenericAgent's reflect scripts. */
export interface ReflectScript {
  /** Seconds between two calls of `check`. Default 5. */
  INTERVAL?: number;
  /** End after the first task. Default false. */
  ONCE?: boolean;
  /** Called once, with what the host was given for it. */
  init?(args: Readonly<Record<string, string>>): void | Promise<void>;
  /** The prompt of a task, nothing, or `/exit`. */
  check(): string | null | undefined | Promise<string | null | undefined>;
  /** The agent's last words. */
  on_done?(text: string, outcome: TaskOutcome): void | Promise<void>;
}

export interface ScriptOptions {
  /** Path of an ES module. Read again when the file changes. */
  script: string;
  args?: Readonly<Record<string, string>>;
  /** For one call of `check` or `on_done`. Default 60 s. */
  limitMs?: number;
  settings?: TaskSettings;
  clock?: Clock;
  signal?: AbortSignal;
  notify?: Notify;
}

/** So many failures of `check` in a row end the trigger. */
const MAX_FAILURES = 10;

/**
 * Yields what the user's own `check()` returns.
 *
 * @throws ReflectError `bad-script` when the module cannot be loaded or its `check` fails ten times in a row.
 */
export async function* scriptTrigger(options: ScriptOptions): AsyncGenerator<ReflectTask, void, void> {
  const { args = {}, limitMs = 60_000, clock = systemClock, signal, notify = () => {} } = options;
  const path = resolve(options.script);
  let loaded = await load(path);
  const within = <T>(what: string, call: () => T | Promise<T>) => limited(what, call, limitMs, signal);
  try {
    await within("init", () => loaded.module.init?.(args));
  } catch (error) {
    signal?.throwIfAborted();
    throw new ReflectError("bad-script", `init() of ${path} failed: ${errorMessage(error)}`, error);
  }
  for (let failures = 0; ; ) {
    try {
      const version = await versionOf(path);
      if (version !== loaded.version) loaded = await load(path);
      const { check, on_done, ONCE = false } = loaded.module;
      const prompt = await within("check", check);
      failures = 0;
      if (prompt === "/exit") return;
      if (prompt) {
        const settle = async (outcome: TaskOutcome) =>
          within("on_done", async () => on_done?.(outcome.text, outcome));
        yield taskOf(path, prompt, clock.now(), options.settings, settle);
        if (ONCE) return;
      }
    } catch (error) {
      signal?.throwIfAborted();
      const message = `The script ${path} failed: ${errorMessage(error)}`;
      if (++failures >= MAX_FAILURES)
        throw new ReflectError("bad-script", `${message} (${failures} times)`, error);
      notify({ type: "notice", code: "script", message });
    }
    await clock.sleep((loaded.module.INTERVAL ?? 5) * 1000, signal);
  }
}

interface Loaded {
  module: ReflectScript;
  version: string;
}

/** A module is loaded once a process for each address: the version in it makes a changed file a new one. */
async function load(path: string): Promise<Loaded> {
  try {
    const version = await versionOf(path);
    const url = pathToFileURL(path);
    url.searchParams.set("version", version);
    const module = (await import(url.href)) as Partial<ReflectScript>;
    if (typeof module.check === "function") return { module: module as ReflectScript, version };
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    const why = isMissing ? "it does not exist. Check the path" : errorMessage(error);
    throw new ReflectError("bad-script", `Cannot load the script ${path}: ${why}.`, error);
  }
  throw new ReflectError("bad-script", `The script ${path} exports no function check().`);
}

async function versionOf(path: string): Promise<string> {
  const { mtimeMs, size } = await stat(path);
  return `${mtimeMs}-${size}`;
}

async function limited<T>(
  what: string,
  call: () => T | Promise<T>,
  limitMs: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    const message = `${what}() took longer than ${limitMs / 1000} s.`;
    timer = setTimeout(() => reject(new ReflectError("bad-script", message)), limitMs);
  });
  try {
    return await unlessAborted(Promise.race([(async () => call())(), limit]), signal);
  } finally {
    clearTimeout(timer);
  }
}

function taskOf(
  path: string,
  prompt: string,
  now: number,
  settings: TaskSettings | undefined,
  settle: (outcome: TaskOutcome) => Promise<void>,
): ReflectTask {
  const name = basename(path, extname(path)).replace(/[^\w-]/g, "-");
  const id = `${name}@${new Date(now).toISOString()}-${randomBytes(3).toString("hex")}`;
  const title = `${name}: ${prompt.trim().split("\n", 1)[0]!.slice(0, 80)}`;
  return { id, from: `script/${name}`, title, prompt, settle, ...(settings && { settings }) };
}
