import { repairHistory } from "../../../packages/llm/dist/repair/index.js";
import { askAi } from "../ai-sdk/ask-ai.mjs";
import { toModelMessages } from "../ai-sdk/to-model-messages.mjs";

/**
 * `streamText` over a history that is kept in our words and repaired before it is sent. An answer that is not known
 * to be whole is not added to it.
 */
export const adapter = {
  name: "ai with repairHistory",
  packages: ["ai"],
  wires: ["anthropic", "openai-chat", "openai-responses"],
  open(conversation) {
    const { wire } = conversation;
    const provider = wire === "anthropic" ? "anthropic" : "openai";
    const history = [...conversation.history];
    return {
      async ask(content, signal) {
        const asked = [...history, { role: "user", content }];
        const { messages } = repairHistory(asked, wire, { provider });
        const { outcome } = await askAi(conversation, messages.flatMap(toModelMessages), signal);
        if (outcome.error) return outcome;
        if (!WHOLE.has(outcome.stopReason)) return { error: { message: "interrupted" } };
        history.push(asked.at(-1), { role: "assistant", content: blocksOf(outcome) });
        return outcome;
      },
    };
  },
};

/** What `ai` reports when the provider's own end of the answer was seen. */
const WHOLE = new Set(["end-turn", "length", "tool-calls"]);

const blocksOf = ({ text, toolCalls }) => [
  { type: "text", text },
  ...toolCalls.map((call) => ({ type: "tool-call", ...call })),
];
