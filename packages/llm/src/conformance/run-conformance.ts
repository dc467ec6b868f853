import type { Wire } from "@genericagent/core-loop";
import type { ConformanceAdapter } from "./conformance-adapter.js";
import { listCases } from "./list-cases.js";
import { type CaseResult, runCase } from "./run-case.js";

const WIRES: readonly Wire[] = ["anthropic", "openai-chat", "openai-responses"];

/** Runs every case on every wire, one after another. */
export async function* runConformance(adapter: ConformanceAdapter): AsyncGenerator<CaseResult, void, void> {
  for (const testCase of listCases())
    for (const wire of WIRES) {
      const result = await runCase(testCase, wire, adapter);
      if (result) yield result;
    }
}
