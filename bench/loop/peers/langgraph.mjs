import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { z } from "zod";
import { replyOf, SYSTEM, TASK, TOOL_DESCRIPTION, TOOL_NAME } from "../scenario.mjs";

export async function run(turns, note) {
  const schema = z.object({ number: z.number().int(), reason: z.string() });
  const noteTool = tool(async (args) => note(args), {
    name: TOOL_NAME,
    description: TOOL_DESCRIPTION,
    schema,
  });
  const agent = createReactAgent({ llm: new InstantModel(turns), tools: [noteTool], prompt: SYSTEM });
  // A turn is two steps of the graph: the model's node and the tools' node.
  const state = await agent.invoke(
    { messages: [{ role: "user", content: TASK }] },
    { recursionLimit: 2 * turns + 2 },
  );
  return state.messages.at(-1).content;
}

class InstantModel extends BaseChatModel {
  #turns;
  #turn = 0;

  constructor(turns) {
    super({});
    this.#turns = turns;
  }

  _llmType() {
    return "instant";
  }

  bindTools() {
    return this;
  }

  async _generate() {
    const { id, args, text = "" } = replyOf(++this.#turn, this.#turns);
    const calls = id ? [{ type: "tool_call", id, name: TOOL_NAME, args: JSON.parse(args) }] : [];
    const message = new AIMessage({ content: text, tool_calls: calls });
    return { generations: [{ text, message }] };
  }
}
