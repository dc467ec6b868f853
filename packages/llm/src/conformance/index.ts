export type {
  Answered,
  ConformanceAdapter,
  Conversation,
  Failed,
  Outcome,
  Talk,
} from "./conformance-adapter.js";
export type { Ask, ConformanceCase, ExpectedOutcome, Feature, ServerAnswer } from "./conformance-case.js";
export { findViolations } from "./find-violations.js";
export { casesDir, listCases } from "./list-cases.js";
export { type CaseResult, runCase } from "./run-case.js";
export { runConformance } from "./run-conformance.js";
export { sessionAdapter } from "./session-adapter.js";
