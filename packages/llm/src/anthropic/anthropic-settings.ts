import type {
  MessageCreateParamsStreaming,
  ThinkingConfigParam,
} from "@anthropic-ai/sdk/resources/messages/messages";
import { sentTemperature } from "../sent-temperature.js";
import type { BodyOptions } from "../session.js";

type Settings = Pick<
  MessageCreateParamsStreaming,
  "max_tokens" | "thinking" | "output_config" | "service_tier" | "tool_choice"
> & {
  /** Models before Claude 5 take it; the SDK's types do not know it any more. */
  temperature?: number;
};

/** The wire demands a limit. Every model that is served today may write this much. */
const DEFAULT_MAX_TOKENS = 16_000;

/** The fields that say how to answer. A thinking budget comes on top of the default limit, which it must not exceed. */
export function anthropicSettings(model: string, options: BodyOptions, hasTools: boolean): Settings {
  const thinking = options.thinking ?? (THINKS_UNASKED.test(model) ? "adaptive" : undefined);
  const budget = typeof thinking === "object" ? thinking.budgetTokens : 0;
  const thinks = thinking !== undefined && thinking !== "off";
  const temperature = thinks ? undefined : sentTemperature(model, options.temperature);
  const effort = options.effort as NonNullable<Settings["output_config"]>["effort"];
  return {
    max_tokens: options.maxOutputTokens ?? DEFAULT_MAX_TOKENS + budget,
    ...(thinking !== undefined && { thinking: toThinking(thinking) }),
    ...(effort && { output_config: { effort } }),
    ...(temperature !== undefined && { temperature }),
    ...(options.serviceTier && { service_tier: options.serviceTier as "auto" }),
    ...(hasTools &&
      options.parallelToolCalls === false && {
        tool_choice: { type: "auto" as const, disable_parallel_tool_use: true },
      }),
  };
}

/**
 * These models think without being asked and return what they say between calls as thinking, which is empty unless
 * it is asked for (platform.claude.com/docs, what's new in Claude Sonnet 5.5).
 */
const THINKS_UNASKED = /^claude-(fable|mythos|opus|sonnet|haiku)-5\b/;

function toThinking(thinking: NonNullable<BodyOptions["thinking"]>): ThinkingConfigParam {
  if (typeof thinking === "object") return { type: "enabled", budget_tokens: thinking.budgetTokens };
  if (thinking === "adaptive") return { type: "adaptive", display: "summarized" };
  return thinking === "off" ? { type: "disabled" } : { type: "between_tools" };
}
