import { type ToolResult, text, textOf, type UserBlock } from "@genericagent/core-loop";
import type { AskUserQuestion } from "@genericagent/tools";
import type { Conversation } from "./conversation.js";

/** What a session that ended as `exited` waits for. */
export interface OpenQuestion {
  callId: string;
  questions: AskUserQuestion[];
}

/** The question that the last run ended with; `undefined` where there is none. */
export function openQuestion(conversation: Conversation): OpenQuestion | undefined {
  if (conversation.ended !== "exited") return undefined;
  for (const block of conversation.pending()) {
    const questions = isAnswerable(block) ? questionsIn(block) : undefined;
    if (questions) return { callId: (block as ToolResult).callId, questions };
  }
  return undefined;
}

/** The same results, with the answer in the place of the question's. */
export const answerQuestion = (pending: UserBlock[], { callId }: OpenQuestion, answer: string): UserBlock[] =>
  pending.map((block) =>
    block.type === "tool-result" && block.callId === callId ? { ...block, content: [text(answer)] } : block,
  );

const isAnswerable = (block: UserBlock): block is ToolResult =>
  block.type === "tool-result" && block.name === "ask_user" && !block.isError;

function questionsIn(result: ToolResult): AskUserQuestion[] | undefined {
  try {
    const data = JSON.parse(textOf({ role: "user", content: result.content })) as {
      question?: string;
      candidates?: string[];
      questions?: AskUserQuestion[];
    };
    if (data.questions) return data.questions;
    return data.question === undefined
      ? undefined
      : [{ question: data.question, candidates: data.candidates ?? [] }];
  } catch {
    return undefined;
  }
}
