import type { AssistantBlock, ThinkingBlock, UserBlock, Wire } from "@genericagent/core-loop";
import { isJsonObject } from "./is-json-object.js";
import type { Note, RepairCode } from "./repair-change.js";
import { type Fields, isFields } from "./repair-content.js";
import { isWellFormed } from "./well-formed.js";

/** Whose thinking may stay. */
export interface ThinkingRules {
  wire: Wire;
  /** Undefined: whoever speaks the wire. */
  provider: string | undefined;
  /** Signatures of the reasoning items that are in the history already. */
  seen: Set<string>;
}

export function readThinking(block: Fields, note: Note): ThinkingBlock | undefined {
  const { text, wire, signature, provider } = block;
  const readable =
    typeof text === "string" &&
    typeof wire === "string" &&
    (signature === undefined || typeof signature === "string") &&
    (provider === undefined || typeof provider === "string");
  return readable
    ? (block as unknown as ThinkingBlock)
    : void note("unreadable-block", "dropped a thinking block that cannot be read");
}

/** What an assistant says in one go, without the thinking that the wire would refuse: whole or gone (B6). */
export function repairThinking<Block extends UserBlock | AssistantBlock>(
  blocks: Block[],
  rules: ThinkingRules,
  note: Note,
): Block[] {
  const says = blocks.some(({ type }) => type !== "thinking");
  if (says && !blocks.some(({ type }) => type === "thinking")) return blocks;
  let gone: Set<number> | undefined;
  let followed = rules.wire === "openai-chat" && says;
  for (let index = blocks.length - 1; index >= 0; index--) {
    const block = blocks[index]!;
    if (block.type !== "thinking") {
      followed = true;
      continue;
    }
    const flaw = flawOf(block, rules, isSent(block) ? followed : says);
    if (flaw) {
      note(...flaw);
      gone ??= new Set();
      gone.add(index);
    } else if (rules.wire === "openai-responses" && isSent(block)) {
      rules.seen.add(block.signature!);
      followed = false;
    }
  }
  return gone ? blocks.filter((_, index) => !gone.has(index)) : blocks;
}

/** Without a signature the OpenAI wires are never sent it: it is there to be read. */
const isSent = ({ signature }: ThinkingBlock): boolean => signature !== undefined && signature !== "";

type Flaw = [code: RepairCode, what: string];

function flawOf(
  block: ThinkingBlock,
  { wire, provider, seen }: ThinkingRules,
  followed: boolean,
): Flaw | undefined {
  const { text, signature = "" } = block;
  const foreign = provider !== undefined && block.provider !== undefined && block.provider !== provider;
  if (block.wire !== wire || foreign)
    return ["thinking-foreign", `dropped reasoning of ${block.provider ?? block.wire}`];
  if (!followed) return ["thinking-unfollowed", "dropped reasoning that is not followed by what it led to"];
  if (wire === "openai-responses") return signature ? flawOfItem(block, signature, seen) : undefined;
  if (wire === "anthropic" && !signature)
    return ["thinking-unsigned", "dropped reasoning without its signature"];
  // A list of parts, as some Chat servers send it, is whole in the signature.
  if (wire === "openai-chat" && signature !== "reasoning_content") return undefined;
  const cut =
    !isWellFormed(text) || !isWellFormed(signature) || CUT_MARKS.some((mark) => text.includes(mark));
  return cut ? ["thinking-cut", "dropped reasoning that was cut, and its signature"] : undefined;
}

/** What tools that shorten a text leave in it; the first is our own. A signature vouches for the whole text only. */
const CUT_MARKS = [
  " characters left out …",
  "[truncated",
  "truncated]",
  "[omitted",
  "omitted]",
  "[…]",
  "[...]",
];

/** "Invalid 'input[2].id': string too long. Expected a string with maximum length 64". */
const MAX_ITEM_ID_CHARS = 64;

/** On the Responses wire the signature is the whole item, so a cut in the readable text does no harm. */
function flawOfItem(block: ThinkingBlock, signature: string, seen: Set<string>): Flaw | undefined {
  if (seen.has(signature)) return ["thinking-double", "dropped a reasoning item that is there twice"];
  let known = checked.get(block);
  if (known?.signature !== signature) {
    known = { signature, whole: isWholeItem(signature) };
    checked.set(block, known);
  }
  return known.whole ? undefined : ["thinking-cut", "dropped a reasoning item that is not whole"];
}

/** Parsing is most of what an item costs, and the same history is repaired again for every request. */
const checked = new WeakMap<ThinkingBlock, { signature: string; whole: boolean }>();

function isWholeItem(signature: string): boolean {
  const item = parse(signature);
  return (
    item?.type === "reasoning" &&
    Array.isArray(item.summary) &&
    typeof item.encrypted_content === "string" &&
    item.encrypted_content !== "" &&
    (item.id === undefined || (typeof item.id === "string" && item.id.length <= MAX_ITEM_ID_CHARS))
  );
}

function parse(json: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(json);
    const escapes = json.includes("\\ud") || json.includes("\\uD");
    const whole = escapes ? isJsonObject(value) : isWellFormed(json);
    return whole && isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
