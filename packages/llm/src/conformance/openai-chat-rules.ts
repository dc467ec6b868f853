import type { JsonObject } from "@genericagent/core-loop";
import { asList, asObject, asText, parseJson } from "../loose-json.js";
import { entries, type Report } from "./report.js";

/** The rules of `POST /chat/completions` for `messages`. */
export function openAIChatRules({ messages }: JsonObject, report: Report): void {
  const list = entries(messages, "messages");
  report.check(list.length > 0, "messages", "at least one message is required");
  let waiting = new Set<unknown>();
  for (const [message, place] of list) {
    const { role, content, tool_call_id, tool_calls } = message;
    if (role === "tool") {
      const answers = waiting.delete(tool_call_id);
      report.check(answers, place, "a tool message must answer a call of the message before it");
      const said = typeof content === "string" || asList(content).length > 0;
      report.check(said, place, "a tool message has content");
      continue;
    }
    report.check(waiting.size === 0, place, `calls without tool messages: ${[...waiting].join(", ")}`);
    if (role === "user") checkUser(message, place, report);
    else if (role === "assistant") checkAssistant(message, place, report);
    else report.check(role === "system" || role === "developer", place, `no role: ${role}`);
    waiting = new Set(asList(tool_calls).map((call) => asObject(call).id));
  }
  report.check(waiting.size === 0, "messages", `calls without tool messages: ${[...waiting].join(", ")}`);
}

function checkUser({ content }: JsonObject, place: string, report: Report): void {
  if (!Array.isArray(content)) report.text(content, place);
  else report.check(content.length > 0, place, "content must not be empty");
  for (const [part, at] of entries(content, `${place}.content`)) {
    report.check(
      part.type === "text" || part.type === "image_url",
      at,
      `no part of a user message: ${part.type}`,
    );
    if (part.type === "text") report.text(part.text, at);
    if (part.type === "image_url") report.dataUrl(asObject(part.image_url).url, at);
  }
}

function checkAssistant(message: JsonObject, place: string, report: Report): void {
  const ids = new Set<string>();
  const { content, tool_calls } = message;
  if (tool_calls !== undefined)
    report.check(asList(tool_calls).length > 0, place, "tool_calls must not be empty");
  if (content === null || content === undefined)
    report.check(tool_calls !== undefined, place, "content or tool_calls is required");
  else if (!Array.isArray(content)) report.text(content, place);
  for (const [part, at] of entries(content, `${place}.content`)) {
    report.check(
      part.type === "text" || part.type === "refusal",
      at,
      `no part of an assistant message: ${part.type}`,
    );
    report.text(part.text ?? part.refusal, at);
  }
  for (const [call, at] of entries(tool_calls, `${place}.tool_calls`)) {
    const id = asText(call.id);
    report.check(call.type === "function", at, "a call has the type function");
    report.check(/^[^\s\p{C}]{1,40}$/u.test(id), at, "an id has 1 to 40 characters");
    report.check(!ids.has(id), at, "ids must be unique");
    ids.add(id);
    const fn = asObject(call.function);
    report.name(fn.name, 64, at);
    const args = parseJson(asText(fn.arguments));
    report.check(
      typeof args === "object" && args !== null && !Array.isArray(args),
      at,
      "arguments are a JSON object",
    );
  }
}
