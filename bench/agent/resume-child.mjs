// Resumes the one session of a data home and prints how many milliseconds that took.
import { createAgent } from "../../packages/agent/dist/index.js";

const [dataHome, cwd] = process.argv.slice(2);
const env = { OPENAI_API_KEY: "sk-bench-0123456789" };
const started = performance.now();
const agent = createAgent({ dataHome, cwd, env, model: "openai/any", resume: "20260101-000000-aaaaaa" });
const { conversation } = await agent.open();
const ms = performance.now() - started;
if (conversation.turns !== 2_000) throw new Error(`${conversation.turns} turns were read`);
await agent.close();
console.log(ms);
