import type { Notice } from "@genericagent/core-loop";
import { onTestFinished } from "vitest";
import {
  type ReflectEvent,
  type ReflectOptions,
  type ReflectTask,
  reflect,
  type TaskReport,
  type Trigger,
} from "../src/index.js";

/** Runs a trigger with a scripted agent until so many tasks have run, or to its end. */
export function collect(open: (signal: AbortSignal, notify: (notice: Notice) => void) => Trigger) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const notices: Notice[] = [];
  const tasks: ReflectTask[] = [];
  const trigger = open(stop.signal, (notice) => notices.push(notice));
  const run = async (
    count: number,
    work: (task: ReflectTask, signal: AbortSignal) => TaskReport | Promise<TaskReport> = () => ({
      status: "done",
      text: "ok",
    }),
    options: ReflectOptions = {},
  ): Promise<ReflectEvent[]> => {
    const events: ReflectEvent[] = [];
    const agent = async (task: ReflectTask, signal: AbortSignal) => {
      tasks.push(task);
      return work(task, signal);
    };
    for await (const event of reflect(trigger, agent, { signal: stop.signal, ...options })) {
      events.push(event);
      if (event.type === "task-end" && tasks.length >= count) break;
    }
    return events;
  };
  return { run, stop, notices, tasks };
}

/** Waits for something that happens outside of this process. */
export async function until(what: () => boolean, limitMs = 20_000): Promise<void> {
  const end = performance.now() + limitMs;
  while (!what()) {
    if (performance.now() > end) throw new Error(`It did not happen within ${limitMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
