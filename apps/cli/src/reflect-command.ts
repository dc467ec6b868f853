import { findDataHome } from "@genericagent/agent";
import { lockHost, mergeTriggers, reflectPaths } from "@genericagent/reflect";
import { EXIT, type ExitCode } from "./exit-code.js";
import { reflectTriggers } from "./reflect-triggers.js";
import { runHost } from "./run-host.js";
import { agentRunTask } from "./run-reflect-task.js";

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

  const runTask = agentRunTask(flags);
  const release = flags.schedule ? await lockHost(reflectPaths(dataHome).scheduleLock) : () => {};
  try {
    const host = { dataHome, runTask, json: flags.json, once: flags.once };
    return await runHost(host, (parts) => {
      const triggers = reflectTriggers(watches ? undefined : script, prompt, flags, { dataHome, parts });
      return mergeTriggers(triggers, parts);
    });
  } finally {
    release();
  }
}

function usage(message: string): ExitCode {
  process.stderr.write(`${message}\n`);
  return EXIT.badUsage;
}
