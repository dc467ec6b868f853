import type { JsonObject, Wire } from "@genericagent/core-loop";
import { anthropicRules } from "./anthropic-rules.js";
import { openAIChatRules } from "./openai-chat-rules.js";
import { openAIResponsesRules } from "./openai-responses-rules.js";
import { Report } from "./report.js";

const RULES = {
  anthropic: anthropicRules,
  "openai-chat": openAIChatRules,
  "openai-responses": openAIResponsesRules,
};

/**
 * Where the body of a request breaks a rule of its wire, as far as the rules are published: in the vendor's
 * documentation, or in the words of its refusals. Empty for a request that is in order. It knows nothing of who
 * made the request.
 */
export function findViolations(wire: Wire, body: JsonObject): string[] {
  const report = new Report();
  report.wholeCharacters(body);
  RULES[wire](body, report);
  return report.violations;
}
