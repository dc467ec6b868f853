import type { JsonObject } from "@genericagent/core-loop";
import { type Endpoint, hostOf } from "../endpoint.js";
import { sentTemperature } from "../sent-temperature.js";
import type { BodyOptions, Quirks } from "../session.js";

/** The fields that say how to answer. */
export function chatSettings(endpoint: Endpoint, options: BodyOptions, hasTools: boolean): JsonObject {
  const { maxOutputTokens, parallelToolCalls, serviceTier, quirks = {} } = options;
  const temperature = sentTemperature(endpoint.model, options.temperature);
  return {
    ...(maxOutputTokens !== undefined && {
      [quirks.outputLimitField ?? limitField(endpoint)]: maxOutputTokens,
    }),
    ...THINKING[quirks.thinkingField ?? "reasoning_effort"](options),
    ...(temperature !== undefined && { temperature }),
    ...(serviceTier && { service_tier: serviceTier }),
    ...(hasTools && parallelToolCalls !== undefined && { parallel_tool_calls: parallelToolCalls }),
  };
}

/** OpenAI renamed the field, and its reasoning models refuse the old name; other servers know only the old one. */
const limitField = ({ baseUrl, vendorUrl }: Endpoint): string =>
  hostOf(baseUrl) === hostOf(vendorUrl) ? "max_completion_tokens" : "max_tokens";

type Write = (options: Pick<BodyOptions, "thinking" | "effort">) => JsonObject;

const effortField: Write = ({ effort }) => (effort ? { reasoning_effort: effort } : {});

/** One way to write the same wish for each field that Chat servers have for it. */
const THINKING: Record<NonNullable<Quirks["thinkingField"]>, Write> = {
  reasoning_effort: ({ thinking, effort }) =>
    effortField(thinking === "off" ? { effort: "none" } : effort ? { effort } : {}),
  // DeepSeek, Kimi
  thinking: (options) => ({
    ...(options.thinking && { thinking: { type: options.thinking === "off" ? "disabled" : "enabled" } }),
    ...effortField(options),
  }),
  // Qwen
  enable_thinking: (options) => ({
    ...(options.thinking && { enable_thinking: options.thinking !== "off" }),
    ...(typeof options.thinking === "object" && { thinking_budget: options.thinking.budgetTokens }),
    ...effortField(options),
  }),
  // OpenRouter
  reasoning: ({ thinking, effort }) => {
    if (thinking === undefined && !effort) return {};
    const budget = typeof thinking === "object" && { max_tokens: thinking.budgetTokens };
    return { reasoning: { enabled: thinking !== "off", ...budget, ...(effort && { effort }) } };
  },
};
