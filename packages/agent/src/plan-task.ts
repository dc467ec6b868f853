import { randomBytes } from "node:crypto";
import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AcceptanceCheck } from "./acceptance.js";
import type { GenericAgent } from "./generic-agent.js";
import type { RunOptions } from "./run-task.js";
import { verifyTask } from "./verify-task.js";

export interface PlannedTask {
  task: string;
  /** The checklist, in a new folder of the workspace. */
  planFile: string;
  options: RunOptions;
}

/**
 * A task in plan mode: the model explores, writes a checklist, works it off step by step; its "done" is accepted when
 * no step is open and an independent run has verified the work.
 */
export async function planTask(agent: GenericAgent, task: string): Promise<PlannedTask> {
  const { cwd } = await agent.open();
  const planFile = join(cwd, `plan_${randomBytes(4).toString("hex")}`, "plan.md");
  const verify = verifyTask(agent, { task, planFile });
  const accept: AcceptanceCheck = async (answer, signal) => {
    const problem = await openSteps(planFile);
    if (problem) return { accepted: false, why: problem };
    const verdict = await verify(answer, signal);
    if (verdict.accepted)
      await appendFile(planFile, "\n## Verification\n\nVERDICT: PASS, by an independent run.\n");
    return verdict;
  };
  return {
    task: instructions(task, planFile, agent.options.askUser !== undefined),
    planFile,
    options: { accept },
  };
}

/** A line that begins like a step: `1. [ ] …` or `- [ ] …`, whatever stands in its box. */
const STEP = /^[ \t]*(?:\d+\.|[-*])[ \t]*\[([^\]\n]*)\]/gm;

/** What is wrong with a checklist, if anything. */
async function openSteps(planFile: string): Promise<string | undefined> {
  const plan = await readFile(planFile, "utf8").catch(() => undefined);
  if (plan === undefined) return `there is no plan at ${planFile}.`;
  const boxes = [...plan.matchAll(STEP)].map((match) => match[1]!.trim());
  if (boxes.length === 0) return `${planFile} holds no step such as "1. [ ] …".`;
  const open = boxes.filter((box) => box === "").length;
  return open > 0 ? `${open} of ${boxes.length} steps in ${planFile} are open.` : undefined;
}

const instructions = (task: string, planFile: string, canAsk: boolean): string => `${task}

[PLAN] Work by a plan:
1. Explore first, without changing anything: what is there, what is missing, what is unsure.
2. Write ${planFile}: the requirement in a sentence, findings with their source, then steps, each "N. [ ] one thing, and how it is seen to be done". Name each file or item; no "all files". The last step is a check of the whole.
3. ${canAsk ? "Show the plan with ask_user and wait for a yes." : "Nobody can be asked: take the careful way."}
4. Step by step: read the plan, do the first open step, check it with a tool, mark it "[x] what came of it" with file_patch. A step that cannot be done becomes "[-] why".
5. Say that you are done only when no step is open. An independent run verifies it then.`;
