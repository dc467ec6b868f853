import type { LoopEvent, LoopResult } from "@genericagent/core-loop";
import { ScriptedSession, type SessionScript } from "@genericagent/llm/testing";
import { onTestFinished } from "vitest";
import { type AgentOptions, createAgent, type GenericAgent } from "../src/index.js";
import { tempDir } from "./temp-dir.js";

/** An agent whose sessions, also after a rewind or a switch, are answered by one script. */
export function scriptedAgent(script: SessionScript, options: AgentOptions = {}) {
  const dir = options.cwd ?? tempDir();
  const first = new ScriptedSession(script, { provider: "scripted", model: "a" });
  const models: (string | undefined)[] = [];
  const agent = createAgent({
    cwd: dir,
    dataHome: `${dir}/home`,
    createSession: (history, model) => {
      models.push(model);
      return first.fork(history);
    },
    ...options,
  });
  onTestFinished(() => agent.close());
  return { agent, dir, models, requests: first.requests, assertDone: () => first.assertDone() };
}

export async function finish(agent: GenericAgent, ...args: Parameters<GenericAgent["run"]>) {
  const events: LoopEvent[] = [];
  const run = agent.run(...args);
  for (let next = await run.next(); ; next = await run.next()) {
    if (next.done) return { events, result: next.value as LoopResult };
    events.push(next.value);
  }
}

export const write = (path: string, content: string) => ({
  toolCalls: [{ name: "file_write", args: { path, content } }],
});
export const patch = (path: string, old_content: string, new_content: string) => ({
  toolCalls: [{ name: "file_patch", args: { path, old_content, new_content } }],
});
export const run = (script: string) => ({
  toolCalls: [{ name: "code_run", args: { type: "javascript", script } }],
});
