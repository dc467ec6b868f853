import type { AssistantBlock, Message, ToolResult, UserBlock } from "@genericagent/core-loop";
import type { CallEntry } from "./call-ledger.js";
import type { Block, Role } from "./read-message.js";

/** The last message, while more may be added to it. The results in it are kept with their calls. */
export interface Draft {
  role: Role;
  content: Block[];
  /** The one message it came from, where that can be sent as it is. */
  source?: Message;
}

/** The message that a draft is, behind the calls that are open: each has a result in it, `fill` makes those that lack. */
export function messageOf(
  { role, content, source }: Draft,
  open: readonly CallEntry[],
  fill: (entry: CallEntry) => ToolResult,
): Message {
  if (role === "assistant") return source ?? { role, content: [...content] as AssistantBlock[] };
  if (source && open.every(({ result }) => result)) return source;
  const results = open.map((entry) => entry.result ?? fill(entry));
  return { role, content: [...results, ...(content as UserBlock[])] };
}

/** Anthropic: "final assistant content cannot end with trailing whitespace". The same object where it does not. */
export function withoutTrailingSpace(message: Message): Message {
  const last = message.content.at(-1);
  if (message.role === "user" || last?.type !== "text" || !/\s$/.test(last.text)) return message;
  return { role: "assistant", content: message.content.with(-1, { ...last, text: last.text.trimEnd() }) };
}
