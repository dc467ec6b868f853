import type { Candidate, ExplorationItem } from "./exploration-list.js";
import { MIN_CATEGORIES } from "./parse-plan.js";
import type { SkillStat } from "./skill-stat.js";

const ALONE = "The user is away: ask nothing, decide for yourself.";

export interface PlanContext {
  /** What is known already, as the host gathered it. */
  context: string;
  skills: readonly SkillStat[];
  /** Latest first, one line each. */
  history: readonly string[];
  /** What was wrong with the last plan. */
  complaint?: string;
}

/** Planning looks and writes a list; it does none of it. */
export function planPrompt({ context, skills, history, complaint }: PlanContext): string {
  const tree = skills.map(({ name, category, uses }) => `${category} / ${name}: ${uses} uses in 30 days`);
  const parts = [
    `Plan what to explore on your own. ${ALONE} Plan only: look, then write the list, and do none of it.`,
    "A task is worth it when it gives what training data cannot (this machine, this user, what fails in practice) and lasts. Each has a claim that can turn out wrong and a check that shows it. Nothing that was done before, no collecting of news, no checking of what nobody doubts.",
    complaint && `The last plan was refused: ${complaint}`,
    context && `What is known:\n<known>\n${context}\n</known>`,
    `Skills so far:\n${tree.join("\n") || "none"}`,
    `Explored so far, latest first:\n${history.join("\n") || "nothing"}`,
    `Answer with one JSON array of 5 to 7 objects in at least ${MIN_CATEGORIES} categories, and nothing behind it:\n[{"title": "…", "category": "one word", "goal": "what shall be there", "check": "how one sees it", "skills": ["names of skills above that it strengthens"]}]`,
  ];
  return parts.filter(Boolean).join("\n\n");
}

/** U and I are for the model to say; B and D are counted. */
export function judgePrompt(candidates: readonly Candidate[]): string {
  const list = candidates.map(
    ({ title, goal, check }, index) => `${index}. ${title}: ${goal} (check: ${check})`,
  );
  return `Judge these tasks for an agent that works on its user's computer. utility: how much it will help in later work, 1 to 10. innovation: how much of it is new, neither known to a model nor done before, 1 to 10. Be strict; use the whole scale.\n\n${list.join("\n")}\n\nAnswer with one JSON array, an object for each in order, and nothing behind it:\n[{"utility": 7, "innovation": 4}]`;
}

/** Doing takes one item and plans nothing. The steps before and after it are the host's. */
export function doPrompt(
  item: ExplorationItem,
  { context, skills }: { context: string; skills: readonly string[] },
): string {
  const parts = [
    `Explore one thing on your own. ${ALONE} Plan no other task.`,
    `Task: ${item.title}\nGoal: ${item.goal}\nCheck: ${item.check}`,
    context && `What is known:\n<known>\n${context}\n</known>`,
    skills.length > 0 && `Skills that may help:\n${skills.join("\n")}`,
    "Work in the folder you are in; write nowhere else, install nothing on the system, delete nothing of the user's, read no keys. Try small, look, try on. Run the check for real. When it fails, that is a result: say what was tried and what came of it.",
    "What needs the user's word goes into the report as a question.",
    MEMORY_RULE,
    "Your last message is the report: what was tried, what was seen (numbers, outputs), what follows, whether the check holds. Begin it with a line CHECK: holds or CHECK: fails.",
  ];
  return parts.filter(Boolean).join("\n\n");
}

const MEMORY_RULE = `The memory is not yours to change now. What should be remembered, and was proven by a run, you propose at the end of the report, for the user to approve:
\`\`\`memory
[{"path": "skills/name/SKILL.md", "why": "…", "text": "the whole new file"}]
\`\`\``;

/** The last word counts: a report that begins with neither line is no success. */
export const checkHolds = (report: string): boolean => /^\s*\**CHECK:\s*holds\b/im.test(report);
