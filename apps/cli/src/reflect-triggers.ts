import { hostname } from "node:os";
import { join, resolve } from "node:path";
import {
  boardTrigger,
  goalTrigger,
  JobStore,
  ReflectError,
  type RunTask,
  reflectPaths,
  scheduleTrigger,
  scriptTrigger,
  type Trigger,
  watchCommandTrigger,
  watchFilesTrigger,
  watchLogTrigger,
} from "@genericagent/reflect";
import { explorationTrigger } from "./explore-parts.js";
import type { ReflectFlags } from "./reflect-command.js";
import type { HostParts } from "./run-host.js";

/** The triggers that the flags name, by name. */
export function reflectTriggers(
  script: string | undefined,
  prompt: string,
  flags: ReflectFlags,
  { dataHome, parts, runTask }: { dataHome: string; parts: HostParts; runTask: RunTask },
): Record<string, Trigger> {
  const paths = reflectPaths(dataHome);
  const common = { signal: parts.signal, notify: parts.notify };
  const watched = { ...common, prompt };
  const cursor = (name: string) => ({ cursorFile: join(paths.cursors, `${name}.json`) });
  const triggers: Record<string, Trigger> = {};
  if (flags.schedule)
    triggers.schedule = scheduleTrigger({
      ...{ ...parts, jobs: new JobStore(paths.jobs), reportDir: paths.scheduleReports },
    });
  if (flags.idle) {
    const { idleMinutes, allowMemory } = flags;
    triggers.idle = explorationTrigger({ ...parts, dataHome, runTask, idleMinutes, allowMemory });
  }
  if (flags.watch)
    triggers.watch = watchFilesTrigger({
      ...watched,
      name: "files",
      paths: flags.watch.map((path) => resolve(path)),
    });
  for (const file of flags.log ?? []) {
    const name = nameOf(file);
    const pattern = regExpOf(flags.pattern ?? ".");
    triggers[`log ${file}`] = watchLogTrigger({
      ...watched,
      ...cursor(name),
      name,
      file: resolve(file),
      pattern,
    });
  }
  if (flags.command !== undefined)
    triggers.command = watchCommandTrigger({
      ...{
        ...watched,
        ...cursor(nameOf(flags.command)),
        name: nameOf(flags.command),
        command: flags.command,
      },
      ...(flags.pattern !== undefined && { pattern: regExpOf(flags.pattern) }),
      ...(flags.every !== undefined && { everyMs: flags.every * 1000 }),
    });
  if (flags.goal !== undefined || flags.goalName !== undefined)
    triggers.goal = goalOf(flags, paths.goals, common);
  if (flags.team !== undefined) triggers.team = teamOf(flags.team, flags.name, paths.outbox, common);
  if (script !== undefined) triggers.script = scriptTrigger({ ...common, script, args: scriptArgs(prompt) });
  return triggers;
}

function goalOf(flags: ReflectFlags, dir: string, common: Pick<HostParts, "signal" | "notify">): Trigger {
  const { goal, goalName, minutes, tokens } = flags;
  const name = goalName === undefined ? `goal-${Date.now()}` : nameOf(goalName);
  return goalTrigger({
    ...{ ...common, name, stateFile: join(dir, `${name}.json`) },
    ...(goal !== undefined && { objective: goal }),
    ...(minutes !== undefined && { budgetMs: minutes * 60_000 }),
    ...(tokens !== undefined && { budgetTokens: tokens }),
  });
}

function teamOf(
  url: string,
  name: string | undefined,
  outboxDir: string,
  common: Pick<HostParts, "signal" | "notify">,
): Trigger {
  const key = process.env.GA_BOARD_KEY;
  if (!key) throw new ReflectError("invalid-options", "The board wants a key: set GA_BOARD_KEY.");
  return boardTrigger({ ...common, url, key, outboxDir, name: name ?? `${hostname()}-${process.pid}` });
}

/** Part of a file name; readable. */
const nameOf = (text: string): string =>
  text
    .replace(/[^\w.-]+/g, "-")
    .replace(/^[-.]+/, "")
    .slice(0, 60) || "it";

function regExpOf(source: string): RegExp {
  try {
    return new RegExp(source);
  } catch (error) {
    throw new ReflectError(
      "invalid-options",
      `--pattern is no regular expression: ${(error as Error).message}`,
      error,
    );
  }
}

/** `key=value` words behind the script go to its `init`. */
const scriptArgs = (words: string): Record<string, string> =>
  Object.fromEntries(
    words.split(/\s+/).flatMap((word) => {
      const [key, ...value] = word.split("=");
      return key && value.length > 0 ? [[key, value.join("=")]] : [];
    }),
  );
