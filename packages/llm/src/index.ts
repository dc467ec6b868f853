export { AnthropicSession } from "./anthropic/anthropic-session.js";
export { ModelError, type ModelErrorCode, type ModelErrorOptions } from "./model-error.js";
export { NativeToolClient } from "./native-tool-client.js";
export { OpenAIChatSession } from "./openai-chat/openai-chat-session.js";
export { OpenAIResponsesSession } from "./openai-responses/openai-responses-session.js";
export {
  type RepairChange,
  type RepairCode,
  type RepairedHistory,
  type RepairOptions,
  repairHistory,
} from "./repair/index.js";
export type { AskOptions, Session, SessionOptions } from "./session.js";
export { type RetryPolicy, withRetries } from "./with-retries.js";
