// A web page as a few lines with handles, from a file or from standard input: no browser, no model.
// Run: curl -s https://example.org | node examples/simphtml-alone.mjs
import { readFileSync } from "node:fs";
import { simplify } from "@genericagent/simphtml";

const html = readFileSync(process.argv[2] ?? 0, "utf8");
const { text, tokens, removed } = simplify(html, { budgetTokens: 2000, keep: [".keep"] });
console.log(text);
console.log(
  `\n${html.length} characters became about ${tokens} tokens; left out: ${JSON.stringify(removed)}`,
);
