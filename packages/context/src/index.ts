export { anchorPrompt } from "./anchor-prompt.js";
export { summarizeTurn } from "./summarize-turn.js";
export { TOOL_LIMITS } from "./tool-limits.js";
export { truncateMiddle } from "./truncate-middle.js";
export type { TurnSummary, WorkingMemory } from "./working-memory.js";
