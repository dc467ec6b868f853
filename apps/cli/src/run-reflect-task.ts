import type { AgentOptions } from "@genericagent/agent";
import { createAgent } from "@genericagent/agent/create-agent";
import { addUsage, emptyUsage } from "@genericagent/core-loop";
import { ReflectError, type RunTask, type TaskSettings } from "@genericagent/reflect";
import type { PermissionSettings, Preset } from "@genericagent/tools";
import { PRESET_NAMES } from "@genericagent/tools";
import { withoutSummary } from "./summary-filter.js";

export interface RunDefaults {
  model?: string | undefined;
  cwd?: string | undefined;
  permissions?: string | undefined;
  maxTurns?: number;
}

/** Runs each task in a fresh session; nobody is asked anything. */
export function agentRunTask(defaults: RunDefaults): RunTask {
  return async (task, signal) => {
    const agent = createAgent(optionsOf(defaults, task.settings));
    try {
      const { id } = await agent.open();
      const seen = { usage: emptyUsage() };
      const run = agent.run(task.prompt, {
        signal,
        ...(defaults.maxTurns && { maxTurns: defaults.maxTurns }),
      });
      let next = await run.next();
      for (; !next.done; next = await run.next())
        if (next.value.type === "reply") seen.usage = addUsage(seen.usage, next.value.usage);
      const { reason, text, why } = next.value;
      const tokens = seen.usage.inputTokens + seen.usage.outputTokens;
      const report = { text: withoutSummary(text), tokens, session: id };
      if (reason === "done") return { status: "done", ...report };
      return { status: "failed", ...report, why: why ?? WHY[reason] };
    } finally {
      await agent.close();
    }
  };
}

const WHY = {
  exited: "It asked a question, and nobody was there to answer. Answer it with ga resume.",
  "max-turns": "It reached the limit of turns.",
  "no-progress": "It made no progress.",
};

function optionsOf(defaults: RunDefaults, settings: TaskSettings = {}): AgentOptions {
  const { model = defaults.model, cwd = defaults.cwd, memoryWrites } = settings;
  const permissions = permissionsOf(settings.permissions ?? defaults.permissions, memoryWrites);
  return { ...(model && { model }), ...(cwd && { cwd }), ...(permissions && { permissions }) };
}

function permissionsOf(
  name: string | undefined,
  memoryWrites = true,
): PermissionSettings | Preset | undefined {
  const preset = name === undefined ? undefined : presetOf(name);
  if (memoryWrites) return preset;
  return { ...(preset && { preset }), rules: [{ decision: "deny", action: "memory-write" }] };
}

/** @throws ReflectError `invalid-options` when there is no such preset. */
export function presetOf(name: string): Preset {
  const preset = PRESET_NAMES.find((each) => each === name);
  if (preset) return preset;
  const message = `There is no preset "${name}" of permissions. Take one of ${PRESET_NAMES.join(", ")}.`;
  throw new ReflectError("invalid-options", message);
}
