import { Agent, OpenAIProvider, Runner, tool } from "@openai/agents";

/**
 * `run` with tools that want approval: the run then stops before it calls one, and `interruptions` are the calls.
 * A result is added to the history as the item that the SDK itself would add.
 */
export const adapter = {
  name: "@openai/agents",
  packages: ["@openai/agents"],
  wires: ["openai-chat", "openai-responses"],
  open({ wire, baseUrl, apiKey, model, system, tools, history }) {
    const modelProvider = new OpenAIProvider({
      apiKey,
      baseURL: baseUrl,
      useResponses: wire === "openai-responses",
    });
    const runner = new Runner({ modelProvider, tracingDisabled: true });
    const agent = new Agent({
      name: "conformance",
      instructions: system,
      model,
      modelSettings: { store: false },
      tools: tools.map(({ name, description, parameters }) =>
        tool({
          name,
          description,
          parameters: { ...parameters, required: [], additionalProperties: true },
          strict: false,
          needsApproval: true,
          execute: async () => "",
        }),
      ),
    });
    let items = history.flatMap(toItems);
    return {
      async ask(content, signal) {
        const input = [...items, ...toItems({ role: "user", content })];
        try {
          const result = await runner.run(agent, input, { stream: true, maxTurns: 3, signal });
          for await (const _ of result);
          await result.completed;
          if (result.error) throw result.error;
          items = withCalls(result);
          const toolCalls = result.interruptions.flatMap(({ rawItem }) => toCall(rawItem));
          const text = typeof result.finalOutput === "string" ? result.finalOutput : textOf(result.newItems);
          return { text, toolCalls, stopReason: stopReasonOf(result, toolCalls) };
        } catch (error) {
          items = input;
          return { error: { message: String(error?.message ?? error) } };
        }
      },
      close: () => modelProvider.close(),
    };
  },
};

/** Calls that wait for approval are not part of the history yet. */
function withCalls({ history, interruptions }) {
  const waiting = interruptions.map(({ rawItem }) => rawItem);
  const known = new Set(history.filter(({ type }) => type === "function_call").map(({ callId }) => callId));
  return [...history, ...waiting.filter(({ callId }) => !known.has(callId))];
}

/** Arguments that cannot be parsed are answered by the SDK when the call is approved; such a call does not run. */
function toCall({ callId, name, arguments: json }) {
  try {
    return [{ id: callId, name, args: JSON.parse(json || "{}") }];
  } catch {
    return [];
  }
}

const textOf = (newItems) =>
  newItems.flatMap(({ type, content }) => (type === "message_output_item" ? [content] : [])).join("");

/** It names no stop reason; what the provider said is found in the raw response. */
function stopReasonOf({ rawResponses }, toolCalls) {
  const raw = rawResponses.at(-1)?.providerData ?? {};
  if (raw.status === "incomplete" || raw.choices?.[0]?.finish_reason === "length") return "length";
  return toolCalls.length > 0 ? "tool-calls" : "end-turn";
}

function toItems({ role, content }) {
  return content.flatMap((block) => {
    if (block.type === "text" && role === "user")
      return { type: "message", role, content: [{ type: "input_text", text: block.text }] };
    if (block.type === "text")
      return {
        type: "message",
        role,
        status: "completed",
        content: [{ type: "output_text", text: block.text }],
      };
    if (block.type === "tool-call")
      return {
        type: "function_call",
        callId: block.id,
        name: block.name,
        arguments: JSON.stringify(block.args),
        status: "completed",
      };
    if (block.type === "tool-result")
      return {
        type: "function_call_result",
        callId: block.callId,
        name: block.name,
        status: "completed",
        output: { type: "text", text: block.content.map(({ text }) => text ?? "").join("\n") },
      };
    return block.wire === "openai-responses" ? toReasoning(block) : [];
  });
}

function toReasoning({ signature }) {
  const { id, encrypted_content } = JSON.parse(signature);
  return { type: "reasoning", id, content: [], providerData: { encrypted_content } };
}
