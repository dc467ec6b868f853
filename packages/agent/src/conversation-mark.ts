import type { WorkingMemory } from "@genericagent/context";
import type { Message, ToolResult, UserMessage } from "@genericagent/core-loop";
import type { FileChange, FileImage } from "./file-image.js";
import type { RunEndReason } from "./journal-entry.js";

/** How a conversation stood between two turns. */
export interface ConversationMark {
  memory: WorkingMemory;
  /** How many of its summaries there were: the list itself grows on. */
  summaries: number;
  /** File changes until then. */
  changes: number;
  ended: RunEndReason | undefined;
  sent: UserMessage | undefined;
  started: ReadonlySet<string>;
  results: ReadonlyMap<string, ToolResult>;
}

/** What a rewind took out of a conversation, to be put back by its undoing. */
export interface TakenBack {
  /** The turn that was gone back to. */
  turn: number;
  files: { before: FileImage; after: FileImage }[];
  history: Message[];
  marks: ConversationMark[];
  changes: FileChange[];
  state: ConversationMark;
}

/** The latest change of this call; a journal that lost its beginning gives an empty one. */
export const fileChange = (changes: FileChange[], callId: string): FileChange =>
  changes.findLast((change) => change.callId === callId) ?? { callId, turn: 0, before: { path: "" } };
