import { askAi } from "../ai-sdk/ask-ai.mjs";
import { toModelMessages } from "../ai-sdk/to-model-messages.mjs";

/** `streamText` as its documentation shows it: what an answer adds to the history is `response.messages`. */
export const adapter = {
  name: "ai",
  packages: ["ai", "@ai-sdk/openai", "@ai-sdk/anthropic"],
  wires: ["anthropic", "openai-chat", "openai-responses"],
  open(conversation) {
    const messages = conversation.history.flatMap(toModelMessages);
    return {
      async ask(content, signal) {
        messages.push(...toModelMessages({ role: "user", content }));
        const { outcome, added } = await askAi(conversation, messages, signal);
        messages.push(...added);
        return outcome;
      },
    };
  },
};
