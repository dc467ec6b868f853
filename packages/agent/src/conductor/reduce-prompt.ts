import { createHash } from "node:crypto";
import { join } from "node:path";
import { writeFileAtomically } from "@genericagent/tools";
import type { JobResult } from "./conductor-options.js";

/** Answers that are longer together go to a file. */
const MAX_CHARS = 12_000;

/** The task of a job that sees other jobs' results, failures with their reason. */
export async function reducePrompt(
  folder: string,
  results: readonly JobResult[],
  task: string,
): Promise<string> {
  const parts = results.map(({ status, text, error }, index) =>
    status === "done"
      ? `<result index="${index + 1}">\n${text}\n</result>`
      : `<result index="${index + 1}" status="${status}">${error?.message ?? ""}</result>`,
  );
  const all = parts.join("\n");
  if (all.length <= MAX_CHARS) return `${task}\n\nThe results of ${results.length} sub-agents:\n${all}`;
  const name = `results-${createHash("sha256").update(all).digest("hex").slice(0, 12)}.txt`;
  await writeFileAtomically(join(folder, name), [all]);
  return `${task}\n\nThe results of ${results.length} sub-agents are in ${join(folder, name)}, each in a <result>.`;
}
