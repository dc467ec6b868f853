import { type Message, toolCallsOf, type UserMessage } from "@genericagent/core-loop";
import { ANCHOR_START } from "./anchor-prompt.js";
import { clipLine } from "./clip-line.js";
import { summarizeTurn } from "./summarize-turn.js";

export const EARLIER_START = "<earlier_turns>";
const EARLIER_END = "</earlier_turns>";

/** Of a message of the user, this much is remembered: the task outlives its eviction. */
const USER_CHARS = 400;
const NOTE_CHARS = 200;

/**
 * What evicted turns leave behind, one line each, at the head of the history: what the user said, what the
 * checkpoints noted, how each turn was summarised. It changes only when turns are evicted, so it is part of the
 * cached prefix.
 */
export interface EarlierLine {
  /** In the order in which they are given up when there are too many; `user` and `noted` last. */
  kind: "did" | "summary" | "noted" | "user";
  text: string;
}

const PREFIX: Record<EarlierLine["kind"], string> = {
  did: "· ",
  summary: "- ",
  noted: "noted: ",
  user: "user: ",
};

/** The lines a message leaves; an earlier record in it is taken over. */
export function earlierLines(message: Message): EarlierLine[] {
  return message.role === "user" ? userLines(message) : assistantLines(message);
}

/** The record as a block of text; empty when there is nothing to say. */
export function formatEarlier(lines: readonly EarlierLine[]): string {
  if (lines.length === 0) return "";
  return [EARLIER_START, ...lines.map((line) => PREFIX[line.kind] + line.text), EARLIER_END].join("\n");
}

/** The lines without repetition, the newest copy kept, cut to a limit: calls go first, then summaries, oldest first. */
export function foldEarlier(
  lines: readonly EarlierLine[],
  maxTokens: number,
  count: (line: EarlierLine) => number,
): EarlierLine[] {
  const seen = new Set<string>();
  let kept = lines
    .toReversed()
    .filter((line) => !seen.has(line.text) && seen.add(line.text))
    .reverse();
  let tokens = kept.reduce((sum, line) => sum + count(line), 0);
  for (const kind of ["did", "summary", "noted", "user"] as const)
    kept = kept.filter((line, index) => {
      if (tokens <= maxTokens || line.kind !== kind) return true;
      // The first words of the user are the task: they are given up only when nothing else is left.
      if (kind === "user" && index === 0 && kept.length > 1) return true;
      tokens -= count(line);
      return false;
    });
  return kept;
}

function userLines(message: UserMessage): EarlierLine[] {
  const answersCalls = message.content.some((block) => block.type === "tool-result");
  return message.content.flatMap((block): EarlierLine[] => {
    if (block.type !== "text" || block.text.startsWith(ANCHOR_START)) return [];
    if (block.text.startsWith(EARLIER_START)) return parseEarlier(block.text);
    // What stands beside results is a prompt of the loop, not a word of the user.
    return answersCalls ? [] : [{ kind: "user", text: clipLine(block.text, USER_CHARS) }];
  });
}

function assistantLines(message: Message & { role: "assistant" }): EarlierLine[] {
  const calls = toolCallsOf(message);
  const notes = calls
    .filter((call) => call.name === "update_working_checkpoint")
    .flatMap((call) => (typeof call.args.key_info === "string" ? call.args.key_info.split("\n") : []))
    .map((line): EarlierLine => ({ kind: "noted", text: clipLine(line, NOTE_CHARS) }))
    .filter((line) => line.text !== "");
  const spoke = message.content.some((block) => block.type === "text" && block.text.trim() !== "");
  return [{ kind: spoke ? "summary" : "did", text: summarizeTurn({ message }, calls) }, ...notes];
}

function parseEarlier(block: string): EarlierLine[] {
  const kinds = Object.entries(PREFIX) as [EarlierLine["kind"], string][];
  return block.split("\n").flatMap((line): EarlierLine[] => {
    const found = kinds.find(([, prefix]) => line.startsWith(prefix));
    return found ? [{ kind: found[0], text: line.slice(found[1].length) }] : [];
  });
}
