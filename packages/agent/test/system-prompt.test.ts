import { countTokens } from "gpt-tokenizer/model/gpt-4o";
import { expect, it } from "vitest";
import { systemPrompt } from "../src/index.js";

it.each(["en", "zh"] as const)(
  "the %s prompt stays under 300 tokens (o200k) and names nine principles",
  (language) => {
    const prompt = systemPrompt({ language, cwd: "/home/ada/work", platform: "linux", date: "2026-01-31" });
    expect(countTokens(prompt)).toBeLessThan(300);
    expect(prompt.match(/^\d\./gm)).toHaveLength(9);
  },
);
