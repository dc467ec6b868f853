import type { Wire } from "@genericagent/core-loop";
import type { SessionOptions } from "./session.js";

/** How a provider is reached, as it documents it. */
export interface ProviderPreset {
  wire: Wire;
  baseUrl: string;
  /** Environment variable that holds the key; none for servers on this machine. */
  keyVariable?: string;
  /** Environment variable that replaces the address. */
  baseUrlVariable?: string;
  /** Asked when only the provider is named. Without one the first model is taken that the server lists. */
  defaultModel?: string;
  options?: Pick<SessionOptions, "quirks" | "extraBody">;
}

const OPENAI = {
  baseUrl: "https://api.openai.com/v1",
  baseUrlVariable: "OPENAI_BASE_URL",
  keyVariable: "OPENAI_API_KEY",
  defaultModel: "gpt-5.4",
} as const;

const local = (port: number): ProviderPreset => ({
  wire: "openai-chat",
  baseUrl: `http://127.0.0.1:${port}/v1`,
});

/** Known by name, in the order in which a default is chosen. */
export const providerPresets: Readonly<Record<string, ProviderPreset>> = {
  anthropic: {
    wire: "anthropic",
    baseUrl: "https://api.anthropic.com",
    baseUrlVariable: "ANTHROPIC_BASE_URL",
    keyVariable: "ANTHROPIC_API_KEY",
    defaultModel: "claude-sonnet-5-5",
  },
  openai: { wire: "openai-chat", ...OPENAI },
  "openai-responses": { wire: "openai-responses", ...OPENAI },
  // https://ai.google.dev/gemini-api/docs/openai
  gemini: {
    wire: "openai-chat",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
    keyVariable: "GEMINI_API_KEY",
    defaultModel: "gemini-3.8-flash",
  },
  // https://platform.moonshot.ai/docs: max_completion_tokens, `thinking`, fixed sampling. China: api.moonshot.cn.
  kimi: {
    wire: "openai-chat",
    baseUrl: "https://api.moonshot.ai/v1",
    keyVariable: "MOONSHOT_API_KEY",
    defaultModel: "kimi-k2.6",
    options: { quirks: { outputLimitField: "max_completion_tokens", thinkingField: "thinking" } },
  },
  // https://platform.minimax.io/docs: this wire returns thinking with signatures. China: api.minimaxi.com/anthropic.
  minimax: {
    wire: "anthropic",
    baseUrl: "https://api.minimax.io/anthropic",
    keyVariable: "MINIMAX_API_KEY",
    defaultModel: "MiniMax-M2.7",
  },
  // https://api-docs.deepseek.com: no /v1 needed; text only; wants reasoning_content back while tools run.
  deepseek: {
    wire: "openai-chat",
    baseUrl: "https://api.deepseek.com",
    keyVariable: "DEEPSEEK_API_KEY",
    defaultModel: "deepseek-v4-flash",
    options: { quirks: { thinkingField: "thinking", images: false } },
  },
  // https://docs.x.ai: Responses is the current API there, with encrypted reasoning.
  xai: {
    wire: "openai-responses",
    baseUrl: "https://api.x.ai/v1",
    keyVariable: "XAI_API_KEY",
    defaultModel: "grok-4.7",
  },
  // https://help.aliyun.com/en/model-studio. China: dashscope.aliyuncs.com/compatible-mode/v1.
  qwen: {
    wire: "openai-chat",
    baseUrl: "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
    keyVariable: "DASHSCOPE_API_KEY",
    defaultModel: "qwen-plus",
    options: { quirks: { thinkingField: "enable_thinking" } },
  },
  // https://openrouter.ai/docs
  openrouter: {
    wire: "openai-chat",
    baseUrl: "https://openrouter.ai/api/v1",
    keyVariable: "OPENROUTER_API_KEY",
    defaultModel: "openrouter/auto",
    options: { quirks: { thinkingField: "reasoning" } },
  },
  ollama: local(11434),
  lmstudio: local(1234),
  "llama.cpp": local(8080),
};
