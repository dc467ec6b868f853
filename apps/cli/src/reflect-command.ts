import { findDataHome } from "@genericagent/agent";
import { lockHost, mergeTriggers, type Release, reflectPaths } from "@genericagent/reflect";
import { EXIT, type ExitCode } from "./exit-code.js";
import { reflectTriggers } from "./reflect-triggers.js";
import { runHost } from "./run-host.js";
import { agentRunTask, presetOf } from "./run-reflect-task.js";

export interface ReflectFlags {
  schedule?: boolean;
  idle?: boolean;
  idleMinutes?: number;
  watch?: string[];
  log?: string[];
  pattern?: string;
  command?: string;
  every?: number;
  goal?: string;
  goalName?: string;
  minutes?: number;
  tokens?: number;
  team?: string;
  name?: string;
  board?: string;
  port?: number;
  once?: boolean;
  allowMemory?: boolean;
  accept?: string;
  reject?: string;
  model?: string;
  cwd?: string;
  permissions?: string;
  json?: boolean;
}

const STARTERS = ["schedule", "idle", "goal", "goalName", "team"] as const;
const NOTHING =
  "ga reflect needs something to wait for: a script, --schedule, --idle, --watch, --log, --command, --goal or --team.";
const WATCHES = ["watch", "log", "command"] as const;

/** `ga reflect`: waits for what the flags name and starts a task for each; several at once are one host. */
export async function reflectCommand(
  script: string | undefined,
  words: string,
  flags: ReflectFlags,
): Promise<ExitCode> {
  if (flags.board !== undefined) {
    const { serveBoardCommand } = await import("./serve-board-command.js");
    return flags.board === "serve"
      ? serveBoardCommand(flags)
      : usage("ga reflect --board takes the word serve.");
  }
  if (script === "review") {
    const { reviewCommand } = await import("./review-command.js");
    return reviewCommand(flags);
  }
  const dataHome = findDataHome({ cwd: flags.cwd ?? process.cwd() });
  const watches = WATCHES.some((flag) => flags[flag] !== undefined);
  // With --watch and the like every word is the prompt.
  const prompt = watches ? [script, words].filter(Boolean).join(" ") : words;
  if (watches && !prompt)
    return usage(
      `ga reflect --watch, --log and --command need to know what to do then: ga reflect --watch src "run the tests"`,
    );

  if (!watches && script === undefined && !STARTERS.some((flag) => flags[flag] !== undefined))
    return usage(NOTHING);

  if (flags.permissions !== undefined) presetOf(flags.permissions);
  const runTask = agentRunTask(flags);
  const releases = await lockPlaces(dataHome, flags);
  try {
    const host = { dataHome, runTask, json: flags.json, once: flags.once };
    const waitsFor = whatFor(watches ? undefined : script, flags);
    return await runHost({ ...host, waitsFor }, (parts) => {
      const triggers = reflectTriggers(watches ? undefined : script, prompt, flags, {
        dataHome,
        parts,
        runTask,
      });
      return mergeTriggers(triggers, parts);
    });
  } finally {
    for (const release of releases) release();
  }
}

/** What the host waits for, or works on, in words. */
function whatFor(script: string | undefined, flags: ReflectFlags): string {
  const { schedule, idle, watch = [], log = [], command, goal, goalName, team } = flags;
  return [
    ...(schedule ? ["the jobs of the schedule"] : []),
    ...(idle ? ["you to be away"] : []),
    ...watch.map((path) => `changes in ${path}`),
    ...log.map((file) => `lines in ${file}`),
    ...(command === undefined ? [] : [`news from "${command}"`]),
    ...(goal === undefined && goalName === undefined ? [] : [`the goal "${goal ?? goalName}"`]),
    ...(team === undefined ? [] : [`tasks of ${team}`]),
    ...(script === undefined ? [] : [script]),
  ].join(", ");
}

/** One schedule and one exploration a data home. */
async function lockPlaces(dataHome: string, { schedule, idle }: ReflectFlags): Promise<Release[]> {
  const { scheduleLock, explorationLock } = reflectPaths(dataHome);
  const releases: Release[] = [];
  try {
    if (schedule) releases.push(await lockHost(scheduleLock));
    if (idle) releases.push(await lockHost(explorationLock));
    return releases;
  } catch (error) {
    for (const release of releases) release();
    throw error;
  }
}

function usage(message: string): ExitCode {
  process.stderr.write(`${message}\n`);
  return EXIT.badUsage;
}
