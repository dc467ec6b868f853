import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AssistantBlock,
  emptyUsage,
  type JsonObject,
  type Reply,
  type StepOutcome,
  type ToolCall,
  type ToolEvent,
} from "@genericagent/core-loop";
import { onTestFinished, vi } from "vitest";
import { fromProc } from "../src/code-run/process-table.js";
import { createTools, noSandbox, type Sandbox, type ToolPorts, type Tools } from "../src/index.js";

// Real processes on a busy machine take their time.
vi.setConfig({ testTimeout: 60_000 });

export interface Answer extends StepOutcome {
  /** `data` as text. */
  text: string;
  events: ToolEvent[];
}

export interface ToolBench {
  cwd: string;
  tools: Tools;
  /** One call in a reply of its own, which may have text. */
  call(name: string, args: JsonObject, text?: string, signal?: AbortSignal): Promise<Answer>;
  start(call: ToolCall, reply: Reply, signal?: AbortSignal): AsyncGenerator<ToolEvent, StepOutcome, void>;
}

/** A folder that goes with the test. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tools-test-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface BenchPorts extends Partial<Omit<ToolPorts, "sandbox">> {
  /** Default: no wall. */
  sandbox?: Sandbox | "strongest";
}

/** The real tools in a temporary folder. */
export function toolBench({ sandbox = noSandbox, ...ports }: BenchPorts = {}): ToolBench {
  const cwd = ports.cwd ?? temporaryFolder();
  const tools = createTools({
    cwd,
    spillDir: join(cwd, "spill"),
    ...(sandbox !== "strongest" && { sandbox }),
    ...ports,
  });
  const start: ToolBench["start"] = (call, reply, signal = new AbortController().signal) =>
    tools.handler.dispatch({ call, reply, turn: 1, signal });
  return {
    cwd,
    tools,
    start,
    async call(name, args, text = "", signal) {
      const call = toolCall(name, args);
      const running = start(call, replyOf(text, call), signal);
      const events: ToolEvent[] = [];
      for (;;) {
        const step = await running.next();
        if (step.done) return { ...step.value, text: asText(step.value.data), events };
        events.push(step.value);
      }
    },
  };
}

let calls = 0;

export const toolCall = (name: string, args: JsonObject): ToolCall => ({
  type: "tool-call",
  id: `call-${++calls}`,
  name,
  args,
});

export const replyOf = (text: string, ...toolCalls: ToolCall[]): Reply => ({
  message: { role: "assistant", content: [{ type: "text", text } as AssistantBlock, ...toolCalls] },
  stopReason: "tool-calls",
  usage: emptyUsage(),
});

const asText = (data: unknown): string => (typeof data === "string" ? data : JSON.stringify(data));

export const outputOf = (answer: Answer): string =>
  answer.events.map((event) => (event.type === "tool-output" ? event.text : "")).join("");

/** Whether a process runs: one that ended and was not yet collected does not. */
export const isAlive = (pid: number): boolean => fromProc(pid) !== undefined;
