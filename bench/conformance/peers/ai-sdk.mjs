import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { APICallError, jsonSchema, streamText, tool } from "ai";

const STOP_REASONS = { stop: "end-turn", length: "length", "tool-calls": "tool-calls" };

/** `streamText` as its documentation shows it: what an answer adds to the history is `response.messages`. */
export const adapter = {
  name: "ai",
  packages: ["ai", "@ai-sdk/openai", "@ai-sdk/anthropic"],
  wires: ["anthropic", "openai-chat", "openai-responses"],
  open(conversation) {
    const model = modelOf(conversation);
    const messages = conversation.history.flatMap(toMessages);
    const tools = Object.fromEntries(
      conversation.tools.map(({ name, description, parameters }) => [
        name,
        tool({ description, inputSchema: jsonSchema(parameters) }),
      ]),
    );
    return {
      async ask(content, abortSignal) {
        messages.push(...toMessages({ role: "user", content }));
        try {
          const failures = [];
          const result = streamText({
            model,
            system: conversation.system,
            messages,
            tools,
            abortSignal,
            providerOptions: { openai: { store: false } },
            onError: ({ error }) => failures.push(error),
          });
          await result.consumeStream({ onError: (error) => failures.push(error) });
          if (failures.length > 0) throw failures[0];
          const [text, calls, finishReason, response] = await Promise.all([
            result.text,
            result.toolCalls,
            result.finishReason,
            result.response,
          ]);
          messages.push(...response.messages);
          const toolCalls = calls
            .filter(({ invalid }) => !invalid)
            .map(({ toolCallId, toolName, input }) => ({ id: toolCallId, name: toolName, args: input }));
          return { text, toolCalls, stopReason: STOP_REASONS[finishReason] ?? finishReason };
        } catch (error) {
          return { error: { message: String(error?.message ?? error), retryable: isRetryable(error) } };
        }
      },
    };
  },
};

function modelOf({ wire, baseUrl, apiKey, model }) {
  if (wire === "anthropic") return createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey })(model);
  const openai = createOpenAI({ baseURL: baseUrl, apiKey });
  return wire === "openai-chat" ? openai.chat(model) : openai.responses(model);
}

/** A `RetryError` carries the last of its attempts. */
function isRetryable(error) {
  const cause = error?.lastError ?? error;
  return APICallError.isInstance(cause) ? cause.isRetryable : undefined;
}

function toMessages({ role, content }) {
  if (role === "assistant") return [{ role, content: content.flatMap(toPart) }];
  const results = content.filter(({ type }) => type === "tool-result").map(toResult);
  const others = content.filter(({ type }) => type !== "tool-result").map(toUserPart);
  return [
    ...(results.length > 0 ? [{ role: "tool", content: results }] : []),
    ...(others.length > 0 ? [{ role: "user", content: others }] : []),
  ];
}

const toUserPart = (block) =>
  block.type === "image" ? { type: "image", image: block.data, mediaType: block.mediaType } : block;

const toResult = ({ callId, name, content }) => ({
  type: "tool-result",
  toolCallId: callId,
  toolName: name,
  output: { type: "text", value: content.map(({ text }) => text ?? "").join("\n") },
});

function toPart(block) {
  if (block.type === "text") return [block];
  if (block.type === "tool-call")
    return [{ type: "tool-call", toolCallId: block.id, toolName: block.name, input: block.args }];
  return [{ type: "reasoning", text: block.text, providerOptions: proofOf(block) }];
}

/** What a provider adds to reasoning is kept under its name. */
function proofOf({ wire, signature, provider }) {
  if (wire === "anthropic") return { [provider]: { signature } };
  const { id, encrypted_content } = JSON.parse(signature);
  return { [provider]: { itemId: id, reasoningEncryptedContent: encrypted_content } };
}
