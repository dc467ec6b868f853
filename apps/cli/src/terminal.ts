import { createInterface } from "node:readline/promises";
import type { AskUserQuestion } from "@genericagent/tools";
import pc from "picocolors";
import { pickCandidate } from "./answer-question.js";
import { printable } from "./printable.js";

/** True when a person can be asked. */
export const hasTerminal = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/**
 * Puts the agent's question on the terminal. A number picks a candidate; an empty line is no answer, which ends
 * the run until `ga resume`.
 */
export async function askOnTerminal(
  { question, candidates }: AskUserQuestion,
  signal: AbortSignal,
): Promise<string | undefined> {
  const list = candidates.map((candidate, index) => `  ${index + 1}. ${candidate}\n`).join("");
  process.stderr.write(`\n${pc.bold(printable(question))}\n${printable(list)}`);
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  prompt.on("SIGINT", interrupt);
  try {
    const answer = (await prompt.question(pc.cyan("? "), { signal })).trim();
    return pickCandidate({ candidates }, answer) || undefined;
  } finally {
    prompt.close();
  }
}

/** Ctrl-C at a question stops the run, as it does elsewhere; while a line is read it is a key and no signal. */
export const interrupt = (): void => void process.emit("SIGINT", "SIGINT");

/** All of standard input as text, for tasks that are piped in. */
export async function readStdin(): Promise<string> {
  if (process.stdin.isTTY) return "";
  process.stdin.setEncoding("utf8");
  let text = "";
  for await (const chunk of process.stdin) text += chunk;
  return text.trim();
}
