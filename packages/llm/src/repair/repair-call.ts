import type { JsonObject, ToolCall, ToolResult } from "@genericagent/core-loop";
import { isJsonObject } from "./is-json-object.js";
import type { Note } from "./repair-change.js";
import { type Fields, isFields, repairToolContent } from "./repair-content.js";
import { isWellFormed, toWellFormed } from "./well-formed.js";
import { NAME_REFUSES } from "./wire-limits.js";

/** A call that any wire can be sent, but for its id, which depends on the calls before it. */
export function repairCall(block: Fields, maxNameChars: number, note: Note): ToolCall {
  const id = typeof block.id === "string" ? block.id : "";
  const name = repairName(block.name, maxNameChars, note, id);
  const args = repairArgs(block, note, id);
  const providerData = isProviderData(block.providerData) ? block.providerData : undefined;
  const intact =
    id === block.id &&
    name === block.name &&
    args.args === block.args &&
    args.invalidArgs === block.invalidArgs &&
    providerData === block.providerData;
  if (intact) return block as unknown as ToolCall;
  if (providerData !== block.providerData)
    note("unreadable-block", "dropped a provider's data that cannot be read", id);
  return { type: "tool-call", id, name, ...args, ...(providerData && { providerData }) };
}

/** A result whose content can be shown, but for the call it belongs to. */
export function repairResult(block: Fields, note: Note): ToolResult {
  const content = repairToolContent(block.content, note);
  const callId = typeof block.callId === "string" ? block.callId : "";
  const name = typeof block.name === "string" ? block.name : "";
  if (content === block.content && callId === block.callId && name === block.name)
    return block as unknown as ToolResult;
  if (name !== block.name) note("tool-name", "a result had no tool's name", callId);
  return { type: "tool-result", callId, name, content, ...(block.isError === true && { isError: true }) };
}

function repairName(name: unknown, maxChars: number, note: Note, id: string): string {
  if (typeof name === "string" && name !== "" && name.length <= maxChars && !NAME_REFUSES.test(name))
    return name;
  const kept = typeof name === "string" ? name.replaceAll(new RegExp(NAME_REFUSES, "g"), "_") : "";
  const repaired = kept.slice(0, maxChars) || "unknown_tool";
  note("tool-name", `called a tool ${repaired} whose name cannot be sent`, id);
  return repaired;
}

type Args = Pick<ToolCall, "args" | "invalidArgs">;

function repairArgs({ args, invalidArgs }: Fields, note: Note, id: string): Args {
  if (typeof invalidArgs === "string") {
    if (isWellFormed(invalidArgs) && isFields(args)) return { args: args as JsonObject, invalidArgs };
    note("invalid-args", "repaired the text of broken arguments", id);
    return { args: {}, invalidArgs: toWellFormed(invalidArgs) };
  }
  if (isJsonObject(args) && invalidArgs === undefined) return { args };
  const json = typeof args === "string" ? args : (tryJson(args) ?? "{}");
  const parsed = tryParse(toWellFormedJson(json));
  note("invalid-args", "arguments were no JSON object", id);
  return isJsonObject(parsed) ? { args: parsed } : { args: {}, invalidArgs: toWellFormed(json) };
}

/** The JSON escapes of half a character, rather than the character: `stringify` writes them so. */
const toWellFormedJson = (json: string): string =>
  json.replaceAll(/(\\\\)|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|\\ud[89a-f][0-9a-f]{2}/gi, (match) =>
    match.length === 6 ? "\\ufffd" : match,
  );

function tryJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function tryParse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const isProviderData = (value: unknown): value is NonNullable<ToolCall["providerData"]> =>
  isFields(value) && typeof value.wire === "string" && typeof value.data === "string";
