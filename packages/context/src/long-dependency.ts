import { type Message, type ToolCall, toolCallsOf, type UserMessage } from "@genericagent/core-loop";
import type { LongDependency } from "./adaptive-budget.js";
import { ANCHOR_START, KEY_INFO_CHARS } from "./anchor-prompt.js";
import type { Spilled } from "./spill-large.js";

/** Evicted calls and spilled files remembered; older ones are forgotten, so that a long run stays small. */
const REMEMBERED = 500;
/** A checkpoint this full has no room for the next fact. */
const NEARLY_FULL = 0.8 * KEY_INFO_CHARS;

/** Remembers what left the context of one session and notices when the model asks for it again. */
export class LongDependencies {
  readonly #calls = new Set<string>();
  readonly #paths = new Set<string>();

  /** What the newest reply shows: a call whose result was evicted, a read of a spilled file, a full checkpoint. */
  sign(history: readonly Message[], message: UserMessage): LongDependency | undefined {
    const reply = history.at(-1);
    const calls = reply?.role === "assistant" ? toolCallsOf(reply) : [];
    if (calls.some((call) => this.#paths.has(String(call.args.path)))) return "spilled-file-read";
    if (calls.some((call) => this.#calls.has(keyOf(call)))) return "evicted-call-repeated";
    const anchor = message.content.find(
      (block) => block.type === "text" && block.text.startsWith(ANCHOR_START),
    );
    return anchor?.type === "text" && keyInfoChars(anchor.text) > NEARLY_FULL
      ? "checkpoint-nearly-full"
      : undefined;
  }

  rememberEvicted(before: readonly Message[], after: readonly Message[]): void {
    const kept = new Set(after.flatMap(callIds));
    for (const message of before)
      if (message.role === "assistant")
        for (const call of toolCallsOf(message)) if (!kept.has(call.id)) addBounded(this.#calls, keyOf(call));
  }

  rememberSpilled(spilled: readonly Spilled[]): void {
    for (const { path } of spilled) if (path) addBounded(this.#paths, path);
  }
}

const callIds = (message: Message): string[] =>
  message.role === "assistant" ? toolCallsOf(message).map(({ id }) => id) : [];

const keyOf = (call: ToolCall): string => `${call.name} ${JSON.stringify(call.args)}`.slice(0, 300);

function addBounded(set: Set<string>, entry: string): void {
  set.add(entry);
  if (set.size > REMEMBERED) set.delete(set.values().next().value!);
}

function keyInfoChars(anchor: string): number {
  const start = anchor.indexOf("<key_info>");
  return start < 0 ? 0 : anchor.lastIndexOf("</key_info>") - start;
}
