import { type Message, text, toolCallsOf, type UserMessage } from "@genericagent/core-loop";
import {
  EARLIER_START,
  type EarlierLine,
  earlierLines,
  foldEarlier,
  formatEarlier,
} from "./earlier-turns.js";
import { mapContent } from "./map-content.js";

export interface EvictOptions {
  /** Eviction goes on until the rest measures no more than this, or only the pinned part is left. */
  target: number;
  /** The size of a message, in the unit of `target`. */
  measure(message: Message): number;
  /** The message that is sent next; the call chain it answers is pinned. */
  message?: UserMessage | undefined;
  /** The record that evicted turns leave: its limit and the size of a text. Without it they leave nothing. */
  earlier?: EarlierLimit | undefined;
}

export interface EarlierLimit {
  max: number;
  measure(text: string): number;
}

/**
 * Stage 3: drops the oldest whole turns. A call and its result leave together; the call chain that is still open
 * stays; the newly first message is one a provider accepts: of the user, without results of calls that are gone.
 * A history that already measures less comes back as the same array.
 */
export function evict(history: readonly Message[], options: EvictOptions): readonly Message[] {
  const cut = findCut(history, options);
  const evicted = history.slice(0, cut);
  if (evicted.every(isBareRecord)) return history;

  const { earlier } = options;
  const lines = earlier ? evicted.flatMap(earlierLines) : [];
  const record = earlier ? foldEarlier(lines, earlier.max, (line) => lineSize(line, earlier)) : [];
  return openWith(formatEarlier(record), dropOrphans(history.slice(cut)));
}

/** The first place where a history may begin and where what follows measures little enough. */
function findCut(history: readonly Message[], { target, measure, message, earlier }: EvictOptions): number {
  const pinned = pinnedFrom(history, message);
  const seen = new Set<string>();
  let rest = history.reduce((sum, entry) => sum + measure(entry), 0);
  let record = 0;
  let cut = 0;
  for (let index = 0; index < pinned && rest + record > target; index++) {
    const leaving = history[index]!;
    rest -= measure(leaving);
    for (const line of earlier ? earlierLines(leaving) : []) {
      if (!seen.has(line.text)) record = Math.min(earlier!.max, record + lineSize(line, earlier!));
      seen.add(line.text);
    }
    cut = index + 1;
  }
  while (cut < pinned && isAnswer(history[cut]!)) cut++;
  return cut;
}

/** The first message that stays whatever it costs: the oldest one whose call the next message answers. */
function pinnedFrom(history: readonly Message[], message: UserMessage | undefined): number {
  const open = new Set(
    message?.content.flatMap((block) => (block.type === "tool-result" ? [block.callId] : [])),
  );
  const last = history.at(-1);
  let pinned = last?.role === "assistant" ? history.length - 1 : history.length;
  for (let index = history.length - 1; index >= 0 && open.size > 0; index--) {
    const entry = history[index]!;
    if (entry.role !== "assistant") continue;
    for (const call of toolCallsOf(entry)) if (open.delete(call.id)) pinned = Math.min(pinned, index);
  }
  return pinned;
}

/** A message of results cannot come first: its calls stand before it. */
const isAnswer = (message: Message): boolean =>
  message.role === "user" && message.content.some((block) => block.type === "tool-result");

const isBareRecord = (message: Message): boolean =>
  message.role === "user" &&
  message.content.every(
    (block) => block.type === "text" && (block.text === LEFT_OUT || block.text.startsWith(EARLIER_START)),
  );

const lineSize = (line: EarlierLine, earlier: EarlierLimit): number => earlier.measure(line.text) + 3;

/** Results whose call is not before them; only a history that was broken before still has such after a cut. */
function dropOrphans(kept: readonly Message[]): Message[] {
  const calls = new Set<string>();
  return kept.map((message) => {
    if (message.role === "assistant") {
      for (const call of toolCallsOf(message)) calls.add(call.id);
      return message;
    }
    const whole = mapContent(message, (block) =>
      block.type === "tool-result" && !calls.has(block.callId) ? undefined : block,
    );
    return whole?.content.length === 0 ? { ...whole, content: [text(LEFT_OUT)] } : (whole ?? message);
  });
}

const LEFT_OUT = "[Earlier turns were left out.]";

function openWith(record: string, kept: Message[]): Message[] {
  const first = kept[0];
  if (first?.role !== "user") return [{ role: "user", content: [text(record || LEFT_OUT)] }, ...kept];
  return record === "" ? kept : [{ ...first, content: [text(record), ...first.content] }, ...kept.slice(1)];
}
