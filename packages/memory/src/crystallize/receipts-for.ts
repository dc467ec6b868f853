import type { ToolResult } from "@genericagent/core-loop";
import { outputHash } from "../content-version.js";
import type { Receipt } from "../memory-door.js";
import type { TraceEntry } from "./trace.js";

/** Receipts of the calls with these ids. Failed calls prove nothing and get none. */
export function receiptsFor(journal: readonly TraceEntry[], calls: readonly string[]): Receipt[] {
  const session =
    (journal as { type: string; id?: string }[]).find(({ type }) => type === "session")?.id ?? "";
  return (journal as { type: string; result?: ToolResult }[]).flatMap(({ type, result }) =>
    type === "tool-end" && result && !result.isError && calls.includes(result.callId)
      ? [{ session, call: result.callId, outputHash: outputHash(result.content) }]
      : [],
  );
}
