import { describe, expect, it } from "vitest";
import * as context from "../src/index.js";

describe("the public surface", () => {
  it("is this list", () => {
    expect(Object.keys(context).sort()).toEqual([
      "AdaptiveBudget",
      "BUDGET_TOKENS",
      "ContextError",
      "TOOL_LIMITS",
      "TokenEstimator",
      "anchorPrompt",
      "compressTags",
      "createContextPolicy",
      "estimateTokens",
      "evict",
      "fitByReport",
      "fitContext",
      "imageSize",
      "imageTokens",
      "summarizeTurn",
      "truncateMiddle",
    ]);
  });
});
