import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { APICallError, jsonSchema, streamText, tool } from "ai";

const STOP_REASONS = { stop: "end-turn", length: "length", "tool-calls": "tool-calls" };

/** One `streamText` as its documentation shows it: the outcome, and the messages that it adds to the history. */
export async function askAi(conversation, messages, abortSignal) {
  const failures = [];
  const onError = (error) => failures.push(error);
  try {
    const result = streamText({
      model: modelOf(conversation),
      system: conversation.system,
      messages,
      tools: toolsOf(conversation),
      abortSignal,
      providerOptions: { openai: { store: false } },
      onError: ({ error }) => onError(error),
    });
    await result.consumeStream({ onError });
    if (failures.length > 0) throw failures[0];
    const { messages: added } = await result.response;
    const calls = (await result.toolCalls).filter(({ invalid }) => !invalid);
    const toolCalls = calls.map(({ toolCallId, toolName, input }) => ({
      id: toolCallId,
      name: toolName,
      args: input,
    }));
    const finishReason = await result.finishReason;
    const stopReason = STOP_REASONS[finishReason] ?? finishReason;
    return { outcome: { text: await result.text, toolCalls, stopReason }, added };
  } catch (error) {
    const message = String(error?.message ?? error);
    return { outcome: { error: { message, retryable: isRetryable(error) } }, added: [] };
  }
}

function modelOf({ wire, baseUrl, apiKey, model }) {
  if (wire === "anthropic") return createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey })(model);
  const openai = createOpenAI({ baseURL: baseUrl, apiKey });
  return wire === "openai-chat" ? openai.chat(model) : openai.responses(model);
}

const toolsOf = ({ tools }) =>
  Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      tool({ description, inputSchema: jsonSchema(parameters) }),
    ]),
  );

/** A `RetryError` carries the last of its attempts. */
function isRetryable(error) {
  const cause = error?.lastError ?? error;
  return APICallError.isInstance(cause) ? cause.isRetryable : undefined;
}
