import type { Ledger, WorkingMemory } from "@genericagent/context";
import type {
  AssistantMessage,
  LoopEvent,
  RunEnd,
  StopReason,
  ToolCall,
  ToolResult,
  Usage,
  UserMessage,
} from "@genericagent/core-loop";
import type { PermissionDecision } from "@genericagent/tools";
import type { FileImage } from "./file-image.js";

/** How a run ended, failures and aborts included. */
export type RunEndReason = RunEnd | "failed" | "aborted";

/** The first line of a journal. */
export interface JournalHeader {
  type: "session";
  version: 1;
  id: string;
  /** ISO time. */
  at: string;
  cwd: string;
  /** `provider/model` at the start. */
  model: string;
  /** The session whose first turns these are. */
  forkedFrom?: { id: string; turn: number };
}

/** One line of a session journal. Written before what follows from it happens. */
export type JournalEntry =
  | JournalHeader
  | { type: "message"; at: string; turn: number; message: UserMessage }
  | {
      type: "reply";
      turn: number;
      message: AssistantMessage;
      stopReason: StopReason;
      usage: Usage;
      model?: string;
    }
  | { type: "tool-start"; turn: number; call: ToolCall }
  | { type: "tool-end"; turn: number; result: ToolResult; durationMs: number }
  /** What the policy or the user said to a call. */
  | ({ type: "decision" } & PermissionDecision)
  /** The file that a permitted call is about to change, and the same file when the call had ended. */
  | { type: "file-before"; callId: string; image: FileImage }
  | { type: "file-after"; callId: string; image: FileImage }
  /** The user set the checkpoint. */
  | { type: "key-info"; keyInfo: string }
  /** From here on `model` (`provider/model`) is asked. */
  | { type: "model"; at: string; model: string }
  /** The conversation goes on from the end of this whole turn, counted from 1; the files stand as they did then. */
  | { type: "rewind"; at: string; turn: number; files: { before: FileImage; after: FileImage }[] }
  /** The last rewind was taken back, before anything followed it. */
  | { type: "rewind-undone"; at: string }
  /** What the last request cost, part by part. */
  | { type: "ledger"; ledger: Ledger }
  /** The turn in a line, the task it worked on, and the checkpoint as it stands. */
  | { type: "turn-end"; turn: number; summary?: string; task?: string; keyInfo?: string }
  | {
      type: "run-end";
      at: string;
      reason: RunEndReason;
      error?: { code: string; message: string };
    };

/** The notice by which the context policy says what a request cost. */
const LEDGER_CODE = "context-ledger";
/** The notice by which the tools say what was decided. */
const DECISION_CODE = "permission-decision";

/** What the journal keeps of a loop event; nothing of what only matters while it is shown. */
export function journalEntryOf(event: LoopEvent, memory: WorkingMemory): JournalEntry | undefined {
  switch (event.type) {
    case "turn-start":
      return { type: "message", at: new Date().toISOString(), turn: event.turn, message: event.message };
    case "reply":
      return event;
    case "tool-start":
      return event;
    case "tool-end":
      return {
        type: "tool-end",
        turn: event.turn,
        result: event.result,
        durationMs: Math.round(event.durationMs),
      };
    case "turn-end":
      return {
        type: "turn-end",
        turn: event.turn,
        ...(memory.summaries.length > 0 && { summary: memory.summaries.at(-1)!.text }),
        ...(memory.task !== undefined && { task: memory.task }),
        ...(memory.keyInfo !== undefined && { keyInfo: memory.keyInfo }),
      };
    case "notice":
      if (event.code === DECISION_CODE) return { type: "decision", ...(event.data as PermissionDecision) };
      return event.code === LEDGER_CODE ? { type: "ledger", ledger: event.data as Ledger } : undefined;
    default:
      return undefined;
  }
}
