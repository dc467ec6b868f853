import type { SkillMatch } from "./match-skills.js";
import { isTrusted, type Skill } from "./skill.js";
import type { SkillAccount } from "./skill-account.js";

export interface UsageLineOptions {
  language: "en" | "zh";
  /** Absolute path of the memory folder. */
  dir: string;
  account?: SkillAccount | undefined;
}

const MAX_CHARS = 700;
/** Below this the model is told what the skill was made for, to judge by itself. */
const LIKELY = 0.75;

/** What the model is told of the skill that fits best: how to call it, and one pitfall. */
export function usageLine(
  { skill, params, missing, score }: SkillMatch,
  { language, dir, account }: UsageLineOptions,
): string {
  const zh = language === "zh";
  const record = account && account.runs > 0 ? `${account.successes}/${account.runs}` : undefined;
  const known = record ? (zh ? `（成功 ${record}）` : ` (${record} runs worked)`) : "";
  const pitfall = skill.pitfalls[0] ? `${zh ? "注意：" : " Pitfall: "}${skill.pitfalls[0]}` : "";
  const filled = { ...params, ...Object.fromEntries(missing.map((name) => [name, "…"])) };
  const line = isCallable(skill)
    ? callLine(zh, skill, score >= LIKELY, known, filled)
    : readLine(zh, skill.name, known, skill.description, `${dir}/${skill.path}`);
  return `${line}${pitfall}`.slice(0, MAX_CHARS);
}

/** What came from elsewhere is read first, never run unasked. */
const isCallable = (skill: Skill): boolean => skill.steps.length > 0 && isTrusted(skill);

function callLine(
  zh: boolean,
  { name, triggers, description }: Skill,
  isLikely: boolean,
  known: string,
  params: Record<string, string>,
): string {
  const call = `code_run ${JSON.stringify({ skill: name, params })}`;
  const madeFor = (triggers[0] ?? description).slice(0, 150);
  if (zh)
    return isLikely
      ? `[技能 ${name} 适用${known}] 参数若符合，直接调用 ${call}，它会执行并自查；随后回答。`
      : `[技能 ${name} 可能适用${known}] 它用于：“${madeFor}”。若是同一件事，直接调用 ${call}，它会执行并自查。`;
  return isLikely
    ? `[skill ${name} fits${known}] If it does the task, call ${call}: it runs and checks itself. Then answer.`
    : `[skill ${name} may fit${known}] It was made for "${madeFor}". If that is the same, call ${call}: it runs and checks itself.`;
}

const readLine = (zh: boolean, name: string, known: string, description: string, path: string): string =>
  zh
    ? `[技能 ${name} 可能适用${known}] ${description.slice(0, 200)}。先读 ${path}`
    : `[skill ${name} may fit${known}] ${description.slice(0, 200)} Read ${path} first.`;
