import { findDataHome, findTasks, type SessionQuery, searchSessions } from "@genericagent/agent";
import pc from "picocolors";
import { EXIT, type ExitCode } from "./exit-code.js";
import { printable } from "./printable.js";

export interface SessionsFlags {
  since?: string;
  until?: string;
  file?: string;
  skill?: string;
  limit: number;
  json?: boolean;
}

/** `ga sessions`: the past tasks, or the lines in them that fit some words. */
export async function sessionsCommand(text: string, { json, ...query }: SessionsFlags): Promise<ExitCode> {
  const dataHome = findDataHome({ cwd: process.cwd() });
  return text.trim() === "" ? listTasks(dataHome, query, json) : search(dataHome, { ...query, text }, json);
}

async function listTasks(dataHome: string, query: SessionQuery, json = false): Promise<ExitCode> {
  const tasks = await findTasks(dataHome, query);
  if (json) process.stdout.write(`${JSON.stringify(tasks)}\n`);
  else if (tasks.length === 0) process.stdout.write("No task fits.\n");
  else
    for (const { at, session, outcome, task, files, skills } of tasks) {
      const more = [...files, ...skills.map((name) => `skill ${name}`)].join(", ");
      process.stdout.write(
        `${dateOf(at)}  ${colour(outcome)(outcome.padEnd(10))} ${printable(task).slice(0, 80)}${pc.dim(`  ${session}${more && `  ${printable(more)}`}`)}\n`,
      );
    }
  return EXIT.done;
}

async function search(
  dataHome: string,
  query: SessionQuery & { text: string },
  json = false,
): Promise<ExitCode> {
  const lines = await searchSessions(dataHome, query, (problem) => process.stderr.write(`${problem}\n`));
  if (json) process.stdout.write(`${JSON.stringify(lines)}\n`);
  else if (lines.length === 0) process.stdout.write("Nothing fits.\n");
  else
    for (const { at, session, speaker, excerpt } of lines)
      process.stdout.write(
        `${dateOf(at)}  ${pc.cyan(speaker.padEnd(6))} ${printable(excerpt)}${pc.dim(`  ${session}`)}\n`,
      );
  return EXIT.done;
}

const dateOf = (at: string): string => at.slice(0, 16).replace("T", " ");

const colour = (outcome: string) =>
  outcome === "done" ? pc.green : outcome === "failed" ? pc.red : pc.yellow;
