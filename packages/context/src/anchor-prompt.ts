import { clipLine } from "./clip-line.js";
import { SUMMARY_CHARS } from "./summarize-turn.js";
import { truncateMiddle } from "./truncate-middle.js";
import type { TurnSummary, WorkingMemory } from "./working-memory.js";

/** Turns shown line by line (GenericAgent report, section 2.3.4). */
const ANCHOR_SUMMARIES = 20;
/** Earlier tasks shown, one line each; the rest is a number. */
const EARLIER_TASKS = 10;
/** `key_info` at most: the checkpoint is a notepad, not a store; a longer one is cut in the middle. */
export const KEY_INFO_CHARS = 6_000;

export const ANCHOR_START = "<working_memory>";
export const ANCHOR_END = "</working_memory>";

/**
 * Stage 4: the working memory as the text that closes each new user message: the last 20 summaries, what came
 * before folded by task, the turn number, `key_info`. It is bounded however long the run is.
 */
export function anchorPrompt(memory: WorkingMemory): string {
  const recent = memory.summaries.slice(-ANCHOR_SUMMARIES);
  const earlier = foldByTask(memory.summaries.slice(0, -ANCHOR_SUMMARIES));
  const keyInfo = memory.keyInfo?.trim();
  return [
    ANCHOR_START,
    ...section("earlier_context", earlier),
    ...section(
      "history",
      recent.map(({ turn, text }) => `[${turn}] ${clipLine(text, SUMMARY_CHARS)}`),
    ),
    `Current turn: ${memory.turn}`,
    ...section("key_info", keyInfo ? [truncateMiddle(keyInfo, KEY_INFO_CHARS)] : []),
    ANCHOR_END,
  ].join("\n");
}

const section = (tag: string, lines: string[]): string[] =>
  lines.length === 0 ? [] : [`<${tag}>`, ...lines, `</${tag}>`];

/** One line for each run of turns on one task: which turns, the task, and how it stood at the end. */
function foldByTask(summaries: readonly TurnSummary[]): string[] {
  const groups: TurnSummary[][] = [];
  for (const summary of summaries) {
    const last = groups.at(-1);
    if (last && last[0]!.task === summary.task) last.push(summary);
    else groups.push([summary]);
  }
  const lines = groups.slice(-EARLIER_TASKS).map(foldGroup);
  const hidden = groups.length - lines.length;
  return hidden > 0 ? [`${hidden} earlier task${hidden > 1 ? "s" : ""} not shown`, ...lines] : lines;
}

function foldGroup(group: TurnSummary[]): string {
  const [first, last] = [group[0]!, group.at(-1)!];
  const turns = first.turn === last.turn ? `[${first.turn}]` : `[${first.turn}–${last.turn}]`;
  const end = clipLine(last.text, SUMMARY_CHARS);
  return first.task ? `${turns} ${clipLine(first.task, SUMMARY_CHARS)}: ${end}` : `${turns} … ${end}`;
}
