import { nameOfPath } from "../skills/parse-skill.js";
import { readAccount } from "../skills/skill-runs.js";

/** The files that L1 may point to: a retired skill is offered no more, by nobody. */
export async function offeredPaths(dir: string, paths: Iterable<string>): Promise<string[]> {
  const retired = new Map<string, boolean>();
  for (const line of await readAccount(dir))
    if (line.kind === "stage") retired.set(line.skill, line.stage === "retired");
  return [...paths].filter((path) => !retired.get(nameOfPath(path)));
}
