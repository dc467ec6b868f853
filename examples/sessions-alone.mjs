// A conversation over @genericagent/llm alone: no agent, no tools. It asks api.openai.com with OPENAI_API_KEY, or the
// server at OPENAI_BASE_URL. Run: node examples/sessions-alone.mjs
import { costOf, OpenAIChatSession } from "@genericagent/llm";

const session = new OpenAIChatSession({ model: process.env.MODEL ?? "gpt-5.4-mini" });
const options = { system: "Be brief.", tools: [] };

/** Streams one answer and returns it whole; a cut or busy server is asked again by itself. */
async function ask(question) {
  const answer = session.ask({ role: "user", content: [{ type: "text", text: question }] }, options);
  let next = await answer.next();
  for (; !next.done; next = await answer.next()) {
    if (next.value.type === "text-delta") process.stdout.write(next.value.text);
    if (next.value.type === "retry") console.log(`[${next.value.code}: again in ${next.value.delayMs} ms]`);
  }
  console.log();
  return next.value;
}

await ask("What is the capital of France?");
const { usage, model } = await ask("And how many people live there?");
console.log(
  `${session.history.length} messages, ${usage.inputTokens} tokens in, $${costOf(usage, model) ?? "?"}`,
);
