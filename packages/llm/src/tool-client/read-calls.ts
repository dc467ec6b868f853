import type { JsonObject } from "@genericagent/core-loop";
import { asObject, asText } from "../loose-json.js";
import { parseModelJson } from "./mend-json.js";
import type { TextCall } from "./scan-region.js";

/** The calls that a JSON text holds, in any of the shapes in which models write them; empty where it holds none. */
export function readCalls(json: string): TextCall[] {
  const value = parseModelJson(json);
  const { tool_calls: listed } = asObject(value);
  const items = Array.isArray(value) ? value : Array.isArray(listed) ? listed : [value];
  const calls = items.map(toCall);
  return calls.every((call) => call !== undefined) ? calls : [];
}

const NAME_KEYS = ["name", "tool", "tool_name", "function", "function_name"];
const ARGUMENT_KEYS = ["arguments", "args", "input", "parameters", "params"];

/** `{name, arguments}`, `{type: "tool_use", name, input}`, `{function: {name, arguments}}`, or the arguments beside the name. */
function toCall(value: unknown): TextCall | undefined {
  const object = asObject(value);
  const inner = asObject(object.function);
  if (Object.keys(inner).length > 0) return toCall(inner);
  const name = NAME_KEYS.map((key) => asText(object[key])).find((found) => found !== "");
  if (!name) return undefined;
  const key = ARGUMENT_KEYS.find((candidate) => object[candidate] !== undefined);
  const given = key ? object[key] : beside(object);
  // Arguments that were encoded twice.
  const args = typeof given === "string" ? parseModelJson(given || "{}") : (given ?? {});
  if (typeof args === "object" && args !== null && !Array.isArray(args))
    return { name, args: args as JsonObject };
  return { name, args: {}, invalidArgs: typeof given === "string" ? given : JSON.stringify(given) };
}

const beside = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => ![...NAME_KEYS, "id", "type"].includes(key)));

/** A call that cannot be read, under the name it seems to have. */
export const unreadable = (raw: string, name = nameIn(raw)): TextCall => ({
  name: name || "unreadable_call",
  args: {},
  invalidArgs: raw.trim(),
});

/** The value of the first `"name"` in a text that is no JSON. */
function nameIn(raw: string): string {
  for (const key of NAME_KEYS) {
    const at = raw.indexOf(`"${key}"`);
    const value = at < 0 ? "" : raw.slice(at + key.length + 2).trimStart();
    if (!value.startsWith(":")) continue;
    const quoted = value.slice(1).trimStart();
    const end = quoted.indexOf('"', 1);
    if (quoted.startsWith('"') && end > 1 && end <= 65) return quoted.slice(1, end);
  }
  return "";
}
