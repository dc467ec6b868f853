export { agentRunnerLoop, type LoopOptions } from "./agent-runner-loop.js";
export type { ChatClient, ChatEvent, ChatRequest, Notice, Reply, StopReason } from "./chat-client.js";
export { checkArgs } from "./check-args.js";
export type { ContextPolicy, FittedRequest, PolicyRequest } from "./context-policy.js";
export { createHandler, type Tool } from "./create-handler.js";
export {
  type ErrorOptions,
  errorMessage,
  GenericAgentError,
  isGenericAgentError,
} from "./generic-agent-error.js";
export type { LoopHooks } from "./hooks.js";
export type { LoopEvent, LoopResult, RunEnd } from "./loop-event.js";
export {
  type AssistantBlock,
  type AssistantMessage,
  type ImageBlock,
  type JsonObject,
  type Message,
  type TextBlock,
  type ThinkingBlock,
  type ToolCall,
  type ToolContent,
  type ToolResult,
  text,
  textOf,
  toolCallsOf,
  type UserBlock,
  type UserMessage,
  userMessage,
  type Wire,
} from "./message.js";
export { noToolStep } from "./no-tool-step.js";
export { ProgressGuard } from "./progress-guard.js";
export type {
  NoToolOutcome,
  StepOutcome,
  ToolContext,
  ToolEvent,
  ToolHandler,
  ToolSpec,
  TurnRecord,
} from "./tool.js";
export { addUsage, emptyUsage, type Usage } from "./usage.js";
