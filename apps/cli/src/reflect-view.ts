import type { ReflectEvent, ReflectTask } from "@genericagent/reflect";
import pc from "picocolors";
import { printable } from "./printable.js";

/** Shows what a host does: one line an event; the agent's last words indented. */
export function reflectView(json: boolean): (event: ReflectEvent) => void {
  if (json) return (event) => process.stdout.write(`${JSON.stringify(event, withoutPrompt)}\n`);
  return (event) =>
    process.stdout.write(`${pc.dim(new Date().toTimeString().slice(0, 8))} ${lineOf(event)}\n`);
}

/** Notices that are no trouble. */
const CALM = new Set(["watching", "goal-end"]);

/** The prompt stands in the session's journal. */
const withoutPrompt = (key: string, value: unknown): unknown => (key === "prompt" ? undefined : value);

function lineOf(event: ReflectEvent): string {
  switch (event.type) {
    case "notice":
      return `${CALM.has(event.code) ? pc.dim("·") : pc.yellow("!")} ${printable(event.message)}`;
    case "task-start":
      return `${pc.cyan("▸")} ${titleOf(event.task)}`;
    case "task-passed-over":
      return `${pc.dim("–")} ${titleOf(event.task)}: another process has it, or it was run before`;
    case "task-end": {
      const { status, text, why, session, startedAt, endedAt } = event.outcome;
      const mark = status === "done" ? pc.green("✓") : pc.red("✗");
      const about = [status, `${((endedAt - startedAt) / 1000).toFixed(1)} s`, session]
        .filter(Boolean)
        .join(", ");
      const reason = why ? `\n  ${pc.red(printable(why))}` : "";
      const words = text ? `\n${printable(text).replace(/^/gm, "  ")}` : "";
      return `${mark} ${titleOf(event.task)} ${pc.dim(about)}${reason}${words}`;
    }
  }
}

const titleOf = ({ title }: ReflectTask): string => printable(title);
