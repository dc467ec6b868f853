import type { OpenQuestion } from "@genericagent/agent";
import { type AskUserQuestion, answersText } from "@genericagent/tools";

/** The text for a session's open question from what stood on the command line; an error says what is wrong. */
export function answerTo(
  open: OpenQuestion | undefined,
  answers: readonly string[],
): { text: string } | { error: string } {
  if (!open) return { error: "This session waits for no answer. Give it a task instead of --answer." };
  const { questions } = open;
  if (answers.length !== questions.length)
    return {
      error: `This session asks ${questions.length} questions and got ${answers.length} answers. Give --answer once for each:\n${questions
        .map(({ question }) => `  ${question}`)
        .join("\n")}`,
    };
  return {
    text: answersText(
      questions,
      answers.map((answer, index) => pickCandidate(questions[index]!, answer)),
    ),
  };
}

/** A number picks a candidate. */
export const pickCandidate = ({ candidates }: Pick<AskUserQuestion, "candidates">, answer: string): string =>
  (/^\d+$/.test(answer) ? candidates?.[Number(answer) - 1] : undefined) ?? answer;
