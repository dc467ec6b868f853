import { join } from "node:path";
import type { TaskOutcome } from "../host/reflect-task.js";
import { writeFileAtomically } from "../host/write-file-atomically.js";
import type { ExplorationItem } from "./exploration-list.js";
import { DIMENSIONS } from "./score-task.js";

export interface ReportFacts {
  item: ExplorationItem;
  number: number;
  succeeded: boolean;
  outcome: TaskOutcome;
  /** Paths that were proposed for the memory. */
  proposals: readonly string[];
  /** The folder it was done in. */
  folder?: string | undefined;
}

/** Writes the report of one experiment, also of one that failed, and says what it is called: `R007_title.md`. */
export async function writeExplorationReport(dir: string, facts: ReportFacts): Promise<string> {
  const { item, number } = facts;
  const words = item.title
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 50);
  const name = `R${String(number).padStart(3, "0")}_${words || "task"}.md`;
  await writeFileAtomically(join(dir, name), reportText(facts));
  return name;
}

function reportText({ item, succeeded, outcome, proposals, folder }: ReportFacts): string {
  const { status, why, session, tokens, startedAt, endedAt, text } = outcome;
  const values = DIMENSIONS.map((name) => `${name.toUpperCase()} ${item.dimensions[name].toFixed(1)}`).join(
    ", ",
  );
  const facts = [
    `- Result: ${succeeded ? "the check holds" : "the check does not hold"} (run: ${status}${why ? `, ${why}` : ""})`,
    `- Category: ${item.category}; score ${item.score.toFixed(2)} (${values})`,
    `- Goal: ${item.goal}`,
    `- Check: ${item.check}`,
    `- Ran: ${new Date(startedAt).toISOString()}, ${Math.round((endedAt - startedAt) / 1000)} s${tokens === undefined ? "" : `, ${tokens} tokens`}`,
    ...(session ? [`- Session: ${session}`] : []),
    ...(folder ? [`- Folder: ${folder}`] : []),
    `- Proposed for the memory: ${proposals.join(", ") || "nothing"}`,
  ];
  return `# ${item.title}\n\n${facts.join("\n")}\n\n${text || "The run left no words."}\n`;
}
