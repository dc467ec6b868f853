import type { JsonObject } from "@genericagent/core-loop";
import { asList, asText } from "../loose-json.js";
import { entries, type Report } from "./report.js";

/** The rules of `POST /v1/messages` for `messages`. */
export function anthropicRules({ messages }: JsonObject, report: Report): void {
  const list = entries(messages, "messages");
  report.check(list.length > 0, "messages", "at least one message is required");
  const ids = new Set<string>();
  for (const [position, [message, place]] of list.entries()) {
    const expected = position % 2 === 0 ? "user" : "assistant";
    report.check(message.role === expected, place, `roles alternate from user on: ${expected} expected`);
    const blocks =
      typeof message.content === "string"
        ? [[{ type: "text", text: message.content }, place] as const]
        : entries(message.content, `${place}.content`);
    report.check(blocks.length > 0, place, "content must not be empty");
    for (const [block, at] of blocks) checkBlock(block, at, asText(message.role), report);
    checkCalls(list[position + 1]?.[0], message, place, ids, report);
    checkResults(list[position - 1]?.[0], message, place, report);
    const last = blocks.at(-1)?.[0];
    const endsThinking = last?.type === "thinking" || last?.type === "redacted_thinking";
    report.check(!endsThinking, place, "the final block in an assistant message cannot be thinking");
  }
  const last = list.at(-1)?.[0];
  const text = last?.role === "assistant" ? asText((asList(last.content).at(-1) as JsonObject)?.text) : "";
  report.check(!/\s$/.test(text), "messages", "final assistant content cannot end with trailing whitespace");
  const markers = JSON.stringify(messages ?? []).split('"cache_control":{').length - 1;
  report.check(markers <= 4, "messages", "at most four blocks may be marked for the cache");
}

const ALLOWED: Record<string, string[]> = {
  user: ["text", "image", "tool_result"],
  assistant: ["text", "thinking", "redacted_thinking", "tool_use"],
};

function checkBlock(block: JsonObject, place: string, role: string, report: Report): void {
  const type = asText(block.type);
  report.check(
    ALLOWED[role]?.includes(type) ?? false,
    place,
    `a ${role} message holds no ${type || "untyped"} block`,
  );
  if (type === "text") report.text(block.text, place);
  if (type === "image") checkImage(block, place, report);
  if (type === "thinking") {
    report.check(typeof block.thinking === "string", place, "thinking is text");
    report.check(asText(block.signature) !== "", place, "thinking must be signed");
  }
  if (type === "redacted_thinking")
    report.check(asText(block.data) !== "", place, "hidden thinking has data");
  if (type === "tool_use") {
    report.name(block.name, 128, place);
    const isObject = typeof block.input === "object" && block.input !== null && !Array.isArray(block.input);
    report.check(isObject, place, "input should be an object");
    report.check(/^[a-zA-Z0-9_-]+$/.test(asText(block.id)), place, "an id is letters, digits, _ and -");
  }
  if (type === "tool_result" && typeof block.content !== "string")
    for (const [part, at] of entries(block.content, `${place}.content`)) {
      report.check(part.type === "text" || part.type === "image", at, "a result holds text and images");
      if (part.type === "text") report.text(part.text, at);
      if (part.type === "image") checkImage(part, at, report);
    }
}

function checkImage({ source }: JsonObject, place: string, report: Report): void {
  const { media_type, data } = (source ?? {}) as JsonObject;
  report.mediaType(media_type, place);
  report.base64(data, place);
}

const blocksOf = (message: JsonObject | undefined, type: string): JsonObject[] =>
  entries(message?.content, "").flatMap(([block]) => (block.type === type ? [block] : []));

function checkCalls(
  next: JsonObject | undefined,
  message: JsonObject,
  place: string,
  ids: Set<string>,
  report: Report,
): void {
  for (const { id } of blocksOf(message, "tool_use")) {
    report.check(!ids.has(asText(id)), place, "tool_use ids must be unique");
    ids.add(asText(id));
    const results = blocksOf(next, "tool_result").filter(({ tool_use_id }) => tool_use_id === id);
    report.check(results.length === 1, place, `tool_use ${id} must have one tool_result in the next message`);
  }
}

function checkResults(
  previous: JsonObject | undefined,
  message: JsonObject,
  place: string,
  report: Report,
): void {
  const called = blocksOf(previous, "tool_use").map(({ id }) => id);
  for (const { tool_use_id } of blocksOf(message, "tool_result"))
    report.check(
      called.includes(tool_use_id),
      place,
      `tool_result ${tool_use_id} has no tool_use in the previous message`,
    );
  const types = entries(message.content, "").map(([{ type }]) => type);
  const firstOther = types.findIndex((type) => type !== "tool_result");
  const inFront = firstOther === -1 || !types.includes("tool_result", firstOther);
  report.check(inFront, place, "tool_result blocks must come first in content");
}
