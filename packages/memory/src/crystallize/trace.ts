import {
  type AssistantMessage,
  addUsage,
  emptyUsage,
  type JsonObject,
  type ToolResult,
  textOf,
  toolCallsOf,
  type Usage,
  type UserMessage,
} from "@genericagent/core-loop";

/** One line of a session journal. Only the kinds below are read, all others are passed over. */
export interface TraceEntry {
  type: string;
}

/** A call and what came of it. */
export interface TraceCall {
  id: string;
  turn: number;
  tool: string;
  args: JsonObject;
  /** The text of the reply that made the call: code and file contents may stand there. */
  said: string;
  /** What the model was shown. */
  output: string;
  isError: boolean;
}

/** The last run of a session, as far as a skill can be made of it. */
export interface Trace {
  session: string;
  cwd: string;
  task: string;
  /** Finished calls only, in order. */
  calls: TraceCall[];
  /** The model's closing words; empty while the run goes on. */
  answer: string;
  turns: number;
  /** What the run's model calls cost. */
  usage: Usage;
  seconds: number;
}

type Entry =
  | { type: "session"; id: string; cwd: string }
  | { type: "message"; at: string; turn: number; message: UserMessage }
  | { type: "reply"; turn: number; message: AssistantMessage; usage: Usage }
  | { type: "tool-end"; turn: number; result: ToolResult; durationMs: number }
  | { type: "run-end"; at: string };

/** Reads the last run out of a journal. A run that was cut off and resumed counts as one. */
export function readTrace(entries: readonly TraceEntry[]): Trace {
  const header = (entries as Entry[]).find((entry) => entry.type === "session");
  const run = (entries as Entry[]).slice(startOfLastRun(entries as Entry[]));
  const results = new Map(
    run.flatMap((entry) => (entry.type === "tool-end" ? [[entry.result.callId, entry.result]] : [])),
  );
  const replies = run.filter((entry) => entry.type === "reply");
  return {
    session: header?.id ?? "",
    cwd: header?.cwd ?? "",
    task: run.map(taskIn).find((task) => task !== undefined) ?? "",
    calls: replies.flatMap((reply) => callsOf(reply, results)),
    answer: replies.map(finalWords).findLast(Boolean) ?? "",
    turns: replies.length,
    usage: replies.reduce((sum, { usage }) => addUsage(sum, usage), emptyUsage()),
    seconds: secondsOf(run),
  };
}

function startOfLastRun(entries: readonly Entry[]): number {
  const index = entries.findLastIndex((entry) => taskIn(entry) !== undefined);
  return Math.max(index, 0);
}

/** A run's first message is the only one of turn 1 with a text of the user; tool results come before it. */
function taskIn(entry: Entry): string | undefined {
  if (entry.type !== "message" || entry.turn !== 1) return undefined;
  const first = entry.message.content.find((block) => block.type === "text");
  return first?.text.trim() || undefined;
}

/** Words beside calls are about the next step, no answer. */
const finalWords = ({ message }: Extract<Entry, { type: "reply" }>): string =>
  toolCallsOf(message).length > 0 ? "" : textOf(message).trim();

function callsOf(reply: Extract<Entry, { type: "reply" }>, results: Map<string, ToolResult>): TraceCall[] {
  return toolCallsOf(reply.message).flatMap((call) => {
    const result = results.get(call.id);
    if (!result) return [];
    const output = result.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
    return [
      {
        ...{
          id: call.id,
          turn: reply.turn,
          tool: call.name,
          args: call.args,
          said: textOf(reply.message),
          output,
        },
        isError: result.isError === true,
      },
    ];
  });
}

function secondsOf(run: readonly Entry[]): number {
  const times = run.flatMap((entry) => ("at" in entry ? [Date.parse(entry.at)] : []));
  const tools = run.reduce((sum, entry) => sum + (entry.type === "tool-end" ? entry.durationMs : 0), 0);
  const span = times.length > 1 ? times.at(-1)! - times[0]! : 0;
  return Math.max(span, tools) / 1000;
}
