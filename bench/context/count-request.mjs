import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

const known = new Map();
const KNOWN = 20_000;

/** Tokens of a text by o200k; texts that come again in later requests are counted once. */
function count(text) {
  let tokens = known.get(text);
  if (tokens === undefined) {
    tokens = countTokens(text);
    if (known.size >= KNOWN) known.clear();
    known.set(text, tokens);
  }
  return tokens;
}

/** All text of a request, counted by o200k. */
export const countRequest = ({ system = "", tools = [], history, message }) =>
  count(system) +
  (tools.length ? count(JSON.stringify(tools)) : 0) +
  [...history, message].reduce(
    (sum, { content }) => sum + content.reduce((all, block) => all + countBlock(block), 0),
    0,
  );

function countBlock(block) {
  if (block.type === "text") return count(block.text);
  if (block.type === "thinking") return count(block.text) + count(block.signature ?? "");
  if (block.type === "tool-call")
    return count(block.name) + count(block.invalidArgs ?? JSON.stringify(block.args));
  if (block.type === "tool-result") return block.content.reduce((sum, part) => sum + countBlock(part), 0);
  return 0;
}
