import type { JsonObject } from "@genericagent/core-loop";
import { asText } from "../loose-json.js";
import { entries, type Report } from "./report.js";

/** The rules of `POST /v1/messages` for `messages`. Messages of one role in a row are one turn there. */
export function anthropicRules({ messages }: JsonObject, report: Report): void {
  const turns = turnsOf(messages, report);
  report.check(turns.length > 0, "messages", "at least one message is required");
  report.check((turns[0]?.role ?? "user") === "user", "messages[0]", "the first message must be the user's");
  const ids = new Set<string>();
  for (const [position, turn] of turns.entries()) {
    for (const [block, at] of turn.blocks) checkBlock(block, at, turn.role, report);
    checkCalls(turn, turns[position + 1], ids, report);
    checkResults(turn, turns[position - 1], report);
    const last = turn.blocks.at(-1)?.[0].type;
    const endsThinking = last === "thinking" || last === "redacted_thinking";
    report.check(!endsThinking, turn.place, "the final block in an assistant message cannot be thinking");
  }
  const last = turns.at(-1);
  const text = last?.role === "assistant" ? asText(last.blocks.at(-1)?.[0].text) : "";
  report.check(!/\s$/.test(text), "messages", "final assistant content cannot end with trailing whitespace");
  const markers = JSON.stringify(messages ?? []).split('"cache_control":{').length - 1;
  report.check(markers <= 4, "messages", "at most four blocks may be marked for the cache");
}

interface Turn {
  role: string;
  place: string;
  blocks: [block: JsonObject, place: string][];
}

function turnsOf(messages: unknown, report: Report): Turn[] {
  const turns: Turn[] = [];
  for (const [{ role, content }, place] of entries(messages, "messages")) {
    const text = { type: "text", text: content };
    const blocks =
      typeof content === "string"
        ? [[text, place] as Turn["blocks"][0]]
        : entries(content, `${place}.content`);
    report.check(blocks.length > 0, place, "content must not be empty");
    const turn = turns.at(-1);
    if (turn && turn.role === role) turn.blocks.push(...blocks);
    else turns.push({ role: asText(role), place, blocks });
  }
  return turns;
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
  if (type === "text") report.said(block.text, place);
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
      if (part.type === "text") report.said(part.text, at);
      if (part.type === "image") checkImage(part, at, report);
    }
}

function checkImage({ source }: JsonObject, place: string, report: Report): void {
  const { media_type, data } = (source ?? {}) as JsonObject;
  report.mediaType(media_type, place);
  report.base64(data, place);
}

const blocksOf = (turn: Turn | undefined, type: string): JsonObject[] =>
  (turn?.blocks ?? []).flatMap(([block]) => (block.type === type ? [block] : []));

function checkCalls(turn: Turn, next: Turn | undefined, ids: Set<string>, report: Report): void {
  for (const { id } of blocksOf(turn, "tool_use")) {
    report.check(!ids.has(asText(id)), turn.place, "tool_use ids must be unique");
    ids.add(asText(id));
    const results = blocksOf(next, "tool_result").filter(({ tool_use_id }) => tool_use_id === id);
    report.check(
      results.length === 1,
      turn.place,
      `tool_use ${id} must have one tool_result in the next message`,
    );
  }
}

function checkResults({ blocks, place }: Turn, previous: Turn | undefined, report: Report): void {
  const called = blocksOf(previous, "tool_use").map(({ id }) => id);
  const types = blocks.map(([{ type }]) => type);
  for (const [{ type, tool_use_id }, at] of blocks)
    if (type === "tool_result")
      report.check(
        called.includes(tool_use_id),
        at,
        `tool_result ${tool_use_id} has no tool_use in the previous message`,
      );
  const firstOther = types.findIndex((type) => type !== "tool_result");
  const inFront = firstOther === -1 || !types.includes("tool_result", firstOther);
  report.check(inFront, place, "tool_result blocks must come first in content");
}
