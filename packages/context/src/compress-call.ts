import type { JsonObject, ToolCall } from "@genericagent/core-loop";
import { truncateMiddle } from "./truncate-middle.js";

/** The call with its arguments cut to a window: long strings in the middle, long structures as cut JSON. */
export function compressCall(call: ToolCall, windowChars: number): ToolCall {
  if (call.invalidArgs !== undefined) {
    if (call.invalidArgs.length <= windowChars) return call;
    return { ...call, invalidArgs: truncateMiddle(call.invalidArgs, windowChars) };
  }
  if (fits(call.args, windowChars)) return call;
  return { ...call, args: cutArgs(call.args, windowChars) };
}

function cutArgs(args: JsonObject, windowChars: number): JsonObject {
  for (let share = windowChars; share >= MIN_SHARE; share = Math.floor(share / 2)) {
    const cut = Object.fromEntries(
      Object.entries(args).map(([name, value]) => [name, cutValue(value, share)]),
    );
    if (fits(cut, windowChars)) return cut;
  }
  return {
    arguments: truncateMiddle(JSON.stringify(args), Math.floor(windowChars / 2)).replace(/["\\]/g, "'"),
  };
}

/** Below this a value says nothing; then the arguments become one cut text. */
const MIN_SHARE = 40;

function cutValue(value: unknown, maxChars: number): unknown {
  if (typeof value === "string") return truncateMiddle(value, maxChars);
  if (typeof value !== "object" || value === null) return value;
  const json = JSON.stringify(value);
  return json.length <= maxChars ? value : truncateMiddle(json, maxChars);
}

/** Measured as JSON; a cheap look at the strings comes first, because most calls are short. */
function fits(args: JsonObject, windowChars: number): boolean {
  for (const value of Object.values(args))
    if (typeof value === "string" && value.length > windowChars) return false;
  return JSON.stringify(args).length <= windowChars;
}
