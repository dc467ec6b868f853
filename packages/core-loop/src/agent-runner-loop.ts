import type { ChatClient, ChatEvent, ChatRequest, Reply } from "./chat-client.js";
import { dispatchCall, notRun } from "./dispatch-call.js";
import type { LoopHooks } from "./hooks.js";
import type { LoopEvent, LoopResult } from "./loop-event.js";
import { type ToolResult, text, textOf, toolCallsOf, type UserBlock, userMessage } from "./message.js";
import { noToolStep } from "./no-tool-step.js";
import { ProgressGuard } from "./progress-guard.js";
import type { ToolHandler, ToolSpec } from "./tool.js";
import { addUsage, emptyUsage } from "./usage.js";

export interface LoopOptions {
  client: ChatClient;
  system: string;
  /** The task, or blocks: `pending` results of an earlier run first, then the new text. */
  input: string | UserBlock[];
  handler: ToolHandler;
  tools: readonly ToolSpec[];
  /** Model calls at most. Default 80 (GenericAgent). */
  maxTurns?: number;
  signal?: AbortSignal;
  hooks?: LoopHooks;
}

/** Tools are described in full again after this many turns (GenericAgent). */
const TOOL_RESET_TURNS = 10;

const TRY_ANOTHER_WAY = "Try another way, or say what is missing.";

/**
 * Runs one task to its end: ask the model, run its calls one after another, send the results, until the model
 * answers without a call. The caller pulls; nothing happens between two `next()` calls, so what a caller writes
 * down on `turn-end` is written before the next turn begins.
 *
 * @throws `signal.reason` when aborted; whatever the client or a hook throws. A failing tool never throws: the
 * model is told.
 */
export async function* agentRunnerLoop(options: LoopOptions): AsyncGenerator<LoopEvent, LoopResult, void> {
  const { handler, hooks = {}, maxTurns = 80, signal = new AbortController().signal } = options;
  const guard = new ProgressGuard();
  const result: LoopResult = { reason: "max-turns", text: "", turns: 0, usage: emptyUsage(), pending: [] };
  let message = userMessage(options.input);
  let silentTurns = 0;

  if (hooks.beforeRun) await hooks.beforeRun(message);
  yield { type: "run-start", maxTurns };

  for (let turn = 1; turn <= maxTurns; turn++) {
    signal.throwIfAborted();
    if (hooks.beforeTurn) await hooks.beforeTurn(turn);
    yield { type: "turn-start", turn, message };

    const resetTools = turn === 1 || turn % TOOL_RESET_TURNS === 0;
    const request = { system: options.system, message, tools: options.tools, resetTools, signal };
    const reply = yield* askModel(options.client, request, turn, hooks);
    result.turns = turn;
    result.usage = addUsage(result.usage, reply.usage);
    result.text = textOf(reply.message) || result.text;
    result.pending = [];
    yield { type: "reply", turn, ...reply };

    const calls = toolCallsOf(reply.message);
    const results: ToolResult[] = [];
    const prompts: string[] = [];
    let end: Partial<LoopResult> | undefined;

    for (const call of calls) {
      if (end?.reason === "exited") {
        results.push(notRun(call, "an earlier call of this turn ended the run"));
        continue;
      }
      const context = { call, reply, turn, signal };
      const { result: answer, outcome } = yield* dispatchCall(context, handler, hooks);
      results.push(answer);
      if (outcome.nextPrompt) prompts.push(outcome.nextPrompt);
      if (outcome.nextPrompt === null) end = { reason: "done" };
      if (outcome.shouldExit) end = { reason: "exited", data: outcome.data };
    }

    if (calls.length === 0) {
      const attempts = silentTurns++;
      const step = await (handler.noTool?.(reply, { turn, attempts }) ?? noToolStep(reply, { attempts }));
      if ("nextPrompt" in step) prompts.push(step.nextPrompt);
      else end = step.end === "done" ? { reason: "done" } : { reason: step.end, why: step.why };
    } else {
      silentTurns = 0;
      const progress = guard.check(calls, results);
      if (progress === "warn") prompts.push(`${guard.repetition}. ${TRY_ANOTHER_WAY}`);
      if (progress === "stop") end ??= { reason: "no-progress", why: guard.repetition };
    }

    const record = { turn, reply, results };
    const anchor = handler.turnEnd && (await handler.turnEnd(record));
    if (hooks.afterTurn) await hooks.afterTurn(record);
    result.pending = results;
    yield { type: "turn-end", turn, usage: reply.usage };

    if (end) {
      Object.assign(result, end);
      break;
    }
    if (anchor) prompts.push(anchor);
    message = userMessage([...results, ...prompts.map(text)]);
    if (message.content.length === 0) message = userMessage("Continue.");
  }

  if (hooks.afterRun) await hooks.afterRun(result);
  return result;
}

async function* askModel(
  client: ChatClient,
  request: ChatRequest,
  turn: number,
  hooks: LoopHooks,
): AsyncGenerator<ChatEvent, Reply, void> {
  const changed = hooks.beforeModelCall && (await hooks.beforeModelCall(request, turn));
  const reply = yield* client.chat(changed ?? request);
  if (hooks.afterModelCall) await hooks.afterModelCall(reply, turn);
  return reply;
}
