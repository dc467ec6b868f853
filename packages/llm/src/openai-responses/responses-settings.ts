import type { ResponseCreateParamsStreaming } from "openai/resources/responses/responses";
import { sentTemperature } from "../sent-temperature.js";
import type { BodyOptions } from "../session.js";

type Settings = Pick<
  ResponseCreateParamsStreaming,
  "max_output_tokens" | "reasoning" | "temperature" | "service_tier" | "parallel_tool_calls"
>;

/** The fields that say how to answer. Summaries of the reasoning come only where thinking is asked for. */
export function responsesSettings(model: string, options: BodyOptions, hasTools: boolean): Settings {
  const { maxOutputTokens, thinking, serviceTier, parallelToolCalls } = options;
  const effort = thinking === "off" ? ("none" as const) : options.effort;
  const summary = thinking !== undefined && thinking !== "off" && { summary: "auto" as const };
  const temperature = sentTemperature(model, options.temperature);
  return {
    ...(maxOutputTokens !== undefined && { max_output_tokens: maxOutputTokens }),
    ...((effort || summary) && { reasoning: { ...(effort && { effort }), ...summary } }),
    ...(temperature !== undefined && { temperature }),
    ...(serviceTier && { service_tier: serviceTier as "auto" }),
    ...(hasTools && parallelToolCalls !== undefined && { parallel_tool_calls: parallelToolCalls }),
  };
}
