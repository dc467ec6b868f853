import { stream } from "@mariozechner/pi-ai";

const APIS = {
  anthropic: "anthropic-messages",
  "openai-chat": "openai-completions",
  "openai-responses": "openai-responses",
};
const STOP_REASONS = { stop: "end-turn", length: "length", toolUse: "tool-calls" };

/** `stream` with the history kept as pi's own agent loop keeps it: a failed answer stays in it, marked as failed. */
export const adapter = {
  name: "pi-ai",
  packages: ["@mariozechner/pi-ai"],
  wires: ["anthropic", "openai-chat", "openai-responses"],
  open({ wire, baseUrl, apiKey, model: id, system, tools, history }) {
    const model = {
      id,
      name: id,
      api: APIS[wire],
      provider: wire === "anthropic" ? "anthropic" : "openai",
      baseUrl,
      reasoning: wire !== "openai-chat",
      input: ["text", "image"],
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      contextWindow: 200_000,
      maxTokens: 16_000,
    };
    const messages = history.flatMap((message) => toMessages(message, model));
    return {
      async ask(content, signal) {
        messages.push(...toMessages({ role: "user", content }, model, messages));
        try {
          const context = { systemPrompt: system, messages, tools };
          const answer = await stream(model, context, { apiKey, signal }).result();
          messages.push(answer);
          if (answer.stopReason === "error" || answer.stopReason === "aborted")
            return { error: { message: String(answer.errorMessage) } };
          const text = answer.content.map((block) => (block.type === "text" ? block.text : "")).join("");
          const toolCalls = answer.content
            .filter(({ type }) => type === "toolCall")
            .map((call) => ({ id: call.id, name: call.name, args: call.arguments }));
          return { text, toolCalls, stopReason: STOP_REASONS[answer.stopReason] ?? answer.stopReason };
        } catch (error) {
          return { error: { message: String(error?.message ?? error) } };
        }
      },
    };
  },
};

function toMessages({ role, content }, model, earlier = []) {
  const timestamp = 1;
  if (role === "user") {
    const others = content.filter(({ type }) => type !== "tool-result").map(toContent);
    return [
      ...content.filter(({ type }) => type === "tool-result").map((result) => toResult(result, earlier)),
      ...(others.length > 0 ? [{ role, content: others, timestamp }] : []),
    ];
  }
  const thinking = content.find(({ type }) => type === "thinking");
  const called = content.some(({ type }) => type === "tool-call");
  return [
    {
      role,
      content: content.map(toBlock),
      api: APIS[thinking?.wire] ?? model.api,
      provider: thinking?.provider ?? model.provider,
      model: thinking?.provider && thinking.provider !== model.provider ? "another-model" : model.id,
      usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: { total: 0 } },
      stopReason: called ? "toolUse" : "stop",
      timestamp,
    },
  ];
}

const toContent = (block) =>
  block.type === "image" ? { type: "image", data: block.data, mimeType: block.mediaType } : block;

/** On the Responses wire pi makes one id of the call's and the item's. */
function toResult({ callId, name, content }, earlier) {
  const calls = earlier.flatMap((message) => (message.role === "assistant" ? message.content : []));
  const call = calls.findLast(({ type, id }) => type === "toolCall" && id.split("|")[0] === callId);
  return {
    role: "toolResult",
    toolCallId: call?.id ?? callId,
    toolName: name,
    content: content.map(toContent),
    isError: false,
    timestamp: 1,
  };
}

function toBlock(block) {
  if (block.type === "text") return { type: "text", text: block.text };
  if (block.type === "tool-call")
    return { type: "toolCall", id: block.id, name: block.name, arguments: block.args };
  return { type: "thinking", thinking: block.text, thinkingSignature: block.signature };
}
