export { AnthropicSession } from "./anthropic/anthropic-session.js";
export { costOf, costOfReplies } from "./cost-of.js";
export type { MixinClock, MixinOptions } from "./mixin/mixin-options.js";
export { MixinSession } from "./mixin/mixin-session.js";
export type { Block, MixinState, Preference } from "./mixin/mixin-state.js";
export { ModelError, type ModelErrorCode, type ModelErrorOptions } from "./model-error.js";
export { type ModelPrice, modelPrices } from "./model-prices.js";
export { NativeToolClient } from "./native-tool-client.js";
export { OpenAIChatSession } from "./openai-chat/openai-chat-session.js";
export { OpenAIResponsesSession } from "./openai-responses/openai-responses-session.js";
export { type ProviderPreset, providerPresets } from "./provider-presets.js";
export {
  type RepairChange,
  type RepairCode,
  type RepairedHistory,
  type RepairOptions,
  repairHistory,
} from "./repair/index.js";
export type { AskOptions, Quirks, Session, SessionOptions } from "./session.js";
export { switchSession } from "./switch-session.js";
export { ToolClient, type ToolClientOptions } from "./tool-client/tool-client.js";
export { type RetryPolicy, withRetries } from "./with-retries.js";
