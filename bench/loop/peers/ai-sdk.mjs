import { generateText, stepCountIs, tool } from "ai";
import { z } from "zod";
import { replyOf, SYSTEM, TASK, TOOL_DESCRIPTION, TOOL_NAME } from "../scenario.mjs";

export async function run(turns, note) {
  const inputSchema = z.object({ number: z.number().int(), reason: z.string() });
  const tools = {
    [TOOL_NAME]: tool({ description: TOOL_DESCRIPTION, inputSchema, execute: async (args) => note(args) }),
  };
  const result = await generateText({
    model: instantModel(turns),
    system: SYSTEM,
    prompt: TASK,
    tools,
    stopWhen: stepCountIs(turns + 1),
  });
  return result.text;
}

function instantModel(turns) {
  let turn = 0;
  const usage = {
    inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 0, text: 0, reasoning: 0 },
  };
  return {
    specificationVersion: "v3",
    provider: "instant",
    modelId: "instant",
    supportedUrls: {},
    async doGenerate() {
      const { id, args, text } = replyOf(++turn, turns);
      const content = id
        ? { type: "tool-call", toolCallId: id, toolName: TOOL_NAME, input: args }
        : { type: "text", text };
      const finishReason = id
        ? { unified: "tool-calls", raw: undefined }
        : { unified: "stop", raw: undefined };
      return { content: [content], finishReason, usage, warnings: [] };
    },
  };
}
