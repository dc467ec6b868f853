// The loop with a model and tools of your own: no provider, no key, nothing but @genericagent/core-loop.
// The "model" guesses a number by halving; the handler knows it. Run: node examples/loop-alone.mjs
import { agentRunnerLoop, emptyUsage } from "@genericagent/core-loop";

/** Any object with `chat` is a model: it keeps its own history and returns one whole reply. */
class HalvingModel {
  low = 1;
  high = 100;

  async *chat({ message }) {
    const hint = message.content[0];
    if (hint.type === "tool-result") {
      const verdict = hint.content[0].text;
      if (verdict === "right") return this.reply({ type: "text", text: `The number is ${this.guess}.` });
      if (verdict === "higher") this.low = this.guess + 1;
      else this.high = this.guess - 1;
    }
    this.guess = Math.floor((this.low + this.high) / 2);
    yield { type: "text-delta", text: `between ${this.low} and ${this.high} … ` };
    return this.reply({ type: "tool-call", id: `try-${this.guess}`, name: "guess", args: { n: this.guess } });
  }

  reply(block) {
    return { message: { role: "assistant", content: [block] }, stopReason: "end-turn", usage: emptyUsage() };
  }
}

/** Any object with `dispatch` runs the calls: it may yield events and returns what the model is shown. */
const secret = 73;
const handler = {
  async *dispatch({ call }) {
    const { n } = call.args;
    return { data: n === secret ? "right" : n < secret ? "higher" : "lower" };
  },
};

const parameters = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
const tools = [{ name: "guess", description: "Guesses the number.", parameters }];
const loop = agentRunnerLoop({ client: new HalvingModel(), system: "", input: "Find it.", handler, tools });
let next = await loop.next();
for (; !next.done; next = await loop.next())
  if (next.value.type === "text-delta") process.stdout.write(next.value.text);
console.log(`\n${next.value.text} (${next.value.reason} after ${next.value.turns} turns)`);
