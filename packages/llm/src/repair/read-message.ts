import type { AssistantBlock, Message, UserBlock } from "@genericagent/core-loop";
import { repairCall, repairResult } from "./repair-call.js";
import type { Note } from "./repair-change.js";
import { isFields, repairImage, repairText } from "./repair-content.js";
import { readThinking } from "./repair-thinking.js";

export type Role = Message["role"];
export type Block = UserBlock | AssistantBlock;

/** Neighbouring blocks that belong to one role. Each can be sent by itself. */
export interface Run {
  role: Role;
  blocks: Block[];
}

/** Reads anything as a message: one run, or several where blocks stand in a message of the wrong role. */
export function readMessage(value: unknown, maxNameChars: number, note: Note): Run[] {
  const content = isFields(value) ? listOf(value.content, note) : undefined;
  if (!isFields(value) || !content) {
    note("unreadable-message", "dropped a message that cannot be read");
    return [];
  }
  const role = roleOf(value.role, content, note);
  const runs: Run[] = [];
  for (const block of content) {
    const kept = readBlock(block, role, maxNameChars, note);
    if (!kept) continue;
    const home = OWN_ROLE[kept.type] ?? role;
    const run = runs.at(-1);
    if (run?.role === home) run.blocks.push(kept);
    else runs.push({ role: home, blocks: [kept] });
    if (home !== role) note("block-moved", `moved a ${kept.type} to a message of the ${home}`);
  }
  if (runs.length === 0) note("empty-message", "dropped a message that says nothing");
  return runs;
}

function listOf(content: unknown, note: Note): unknown[] | undefined {
  if (Array.isArray(content)) return content as unknown[];
  if (typeof content !== "string" && !isFields(content)) return undefined;
  note("content-wrapped", "made a list of a message's content");
  return [typeof content === "string" ? { type: "text", text: content } : content];
}

/** A role we do not know is the user's, unless the message holds what only a model says. */
function roleOf(role: unknown, content: unknown[], note: Note): Role {
  if (role === "user" || role === "assistant") return role;
  const bySelf = content.some(
    (block) => isFields(block) && (block.type === "tool-call" || block.type === "thinking"),
  );
  const found = bySelf || role === "model" || role === "ai" ? "assistant" : "user";
  note("role-changed", `read a message of another role as the ${found}'s`);
  return found;
}

/** Where a block may stand. Text is at home in both. */
const OWN_ROLE: Record<string, Role | undefined> = {
  "tool-call": "assistant",
  thinking: "assistant",
  "tool-result": "user",
  image: "user",
};

function readBlock(block: unknown, role: Role, maxNameChars: number, note: Note): Block | undefined {
  if (!isFields(block)) return void note("unreadable-block", "dropped a block that is no object");
  switch (block.type) {
    case "text":
      return repairText(block, note);
    case "tool-call":
      return repairCall(block, maxNameChars, note);
    case "tool-result":
      return repairResult(block, note);
    case "thinking":
      return readThinking(block, note);
    case "image":
      if (role === "user") return repairImage(block, note);
      return void note("image-left-out", "dropped an image from an assistant message");
    default:
      return void note("unreadable-block", "dropped a block of an unknown type");
  }
}
