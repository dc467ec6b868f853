import type { JsonObject, Tool } from "@genericagent/core-loop";
import type { AskUserQuestion, ToolPorts } from "./tool-ports.js";
import { ToolRefusal } from "./tool-refusal.js";

/** Asks through the port, one question after another, or ends the run with the questions as its data. */
export const askUser = (ports: ToolPorts): Tool => ({
  spec: {
    name: "ask_user",
    description: "Ask the user.",
    parameters: {
      type: "object",
      properties: {
        question: { type: "string" },
        candidates: { type: "array", items: { type: "string" } },
        questions: {
          type: "array",
          items: { type: "object" },
          description: "several: {question, candidates}",
        },
      },
    },
  },
  async run(args, { signal }) {
    const questions = questionsOf(args);
    const answers: string[] = [];
    for (const question of questions) {
      const answer = await ports.askUser?.(question, signal);
      if (answer === undefined) break;
      answers.push(answer);
    }
    if (answers.length === questions.length) return { data: answersText(questions, answers) };
    const status = "The question was put to the user; the answer comes with the next message.";
    return { data: { status, ...(questions.length === 1 ? questions[0] : { questions }) }, shouldExit: true };
  },
});

/** A single answer as it is; several each with its question. */
export const answersText = (questions: readonly AskUserQuestion[], answers: readonly string[]): string =>
  questions.length === 1
    ? answers[0]!
    : questions.map(({ question }, index) => `${question}\n→ ${answers[index]}`).join("\n");

function questionsOf(args: JsonObject): AskUserQuestion[] {
  const given = Array.isArray(args.questions) && args.questions.length > 0 ? args.questions : [args];
  return given.map((item: unknown): AskUserQuestion => {
    const { question, candidates } = (typeof item === "string" ? { question: item } : item) as JsonObject;
    if (typeof question !== "string" || question.trim() === "")
      throw new ToolRefusal(
        'Nothing was asked: give "question", or "questions" as [{question, candidates}].',
      );
    return { question, candidates: Array.isArray(candidates) ? candidates.map(String) : [] };
  });
}
