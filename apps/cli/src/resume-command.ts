import { dataHomePaths, findDataHome, listSessions, openQuestion, readJournal } from "@genericagent/agent";
import { answerTo } from "./answer-question.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { type RunCommandOptions, runOnce } from "./run-command.js";
import { hasTerminal } from "./terminal.js";

/** `ga resume`: continues a journalled session, with an answer or a further task where one is given. */
export async function resumeCommand({
  id,
  answer = [],
  ...options
}: RunCommandOptions & { id?: string | undefined; answer?: string[] }): Promise<ExitCode> {
  const dataHome = findDataHome({ cwd: options.cwd ?? process.cwd() });
  const session = id ?? (await listSessions(dataHome))[0];
  if (!session) {
    process.stderr.write(`There is no session to resume in ${dataHomePaths(dataHome).sessions}.\n`);
    return EXIT.badUsage;
  }
  const { conversation, unreadable } = await readJournal(dataHome, session);
  if (unreadable.length > 0)
    process.stderr.write(
      `Passed over ${unreadable.length} unreadable journal line(s): ${unreadable.join(", ")}.\n`,
    );

  if (answer.length > 0) {
    const answered = answerTo(openQuestion(conversation), answer);
    if ("text" in answered) return runOnce({ ...options, resume: session, task: answered.text });
    process.stderr.write(`${answered.error}\n`);
    return EXIT.badUsage;
  }
  const ended = conversation.ended === "done" || conversation.ended === "exited";
  if (!options.task && ended && !options.json && hasTerminal()) {
    const { interactive } = await import("./interactive.js");
    return interactive({ ...options, resume: session });
  }
  return runOnce({ ...options, resume: session });
}
