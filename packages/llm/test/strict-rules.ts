import type { JsonObject, Wire } from "@genericagent/core-loop";
import { findViolations } from "../src/conformance/find-violations.js";

/**
 * What is wrong with a request by the rules of its vendor, and by those of other vendors and of the chat templates
 * of local servers: roles alternate and the user begins, ids are short and never used twice, nothing is blank.
 */
export function strictViolations(wire: Wire, body: JsonObject): string[] {
  const items = ((body.messages ?? body.input) as JsonObject[]).filter(({ role }) => role !== "system");
  const speakers = items.map(speakerOf);
  const repeats = speakers.findIndex(
    (speaker, index) =>
      speaker === speakers[index + 1] &&
      (speaker === "user" || (speaker === "assistant" && wire !== "openai-responses")),
  );
  const ids = items.flatMap(idsOf);
  return [
    ...findViolations(wire, body),
    ...(speakers[0] === "user" ? [] : ["the user does not begin"]),
    ...(repeats === -1 ? [] : [`the ${speakers[repeats]} speaks twice, at ${repeats}`]),
    ...(new Set(ids).size === ids.length ? [] : ["an id is used twice"]),
    ...ids.filter((id) => id.length > 64).map((id) => `a long id: ${id}`),
    ...items.flatMap(textsOf).flatMap((words) => (/\S/.test(words) ? [] : ["a blank text"])),
  ];
}

/** On the Responses wire one answer is several items. */
const speakerOf = ({ role, type }: JsonObject): string => {
  if (role === "tool" || type === "function_call_output") return "tool";
  return role === "user" ? "user" : "assistant";
};

const idsOf = ({ type, call_id, tool_calls, content }: JsonObject): string[] => {
  if (type === "function_call") return [String(call_id)];
  const calls = [
    ...((tool_calls as JsonObject[]) ?? []),
    ...partsOf(content).filter((part) => part.type === "tool_use"),
  ];
  return calls.map(({ id }) => String(id));
};

const textsOf = ({ content, tool_calls }: JsonObject): string[] => {
  if (typeof content === "string") return content === "" && tool_calls ? [] : [content];
  return partsOf(content).flatMap((part) => (typeof part.text === "string" ? [part.text] : []));
};

const partsOf = (content: unknown): JsonObject[] => (Array.isArray(content) ? content : []);
