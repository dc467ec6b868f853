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

/** What the model is told of the skill that fits best: how to call it, and one pitfall. */
export function usageLine(
  { skill, params, missing }: SkillMatch,
  { language, dir, account }: UsageLineOptions,
): string {
  const zh = language === "zh";
  const record = account && account.runs > 0 ? `${account.successes}/${account.runs}` : undefined;
  const known = record ? (zh ? `（成功 ${record}）` : ` (${record} runs worked)`) : "";
  const pitfall = skill.pitfalls[0] ? `${zh ? "注意：" : " Pitfall: "}${skill.pitfalls[0]}` : "";
  const line = isCallable(skill)
    ? callLine(zh, skill.name, known, {
        ...params,
        ...Object.fromEntries(missing.map((name) => [name, "…"])),
      })
    : readLine(zh, skill.name, known, skill.description, `${dir}/${skill.path}`);
  return `${line}${pitfall}`.slice(0, MAX_CHARS);
}

/** What came from elsewhere is read first, never run unasked. */
const isCallable = (skill: Skill): boolean => skill.steps.length > 0 && isTrusted(skill);

function callLine(zh: boolean, name: string, known: string, params: Record<string, string>): string {
  const args = JSON.stringify({ skill: name, params });
  return zh
    ? `[技能 ${name} 适用${known}] 参数若符合，直接调用 code_run ${args}，它会执行并自查；随后回答。`
    : `[skill ${name} fits${known}] If it does the task, call code_run ${args}: it runs and checks itself. Then answer.`;
}

const readLine = (zh: boolean, name: string, known: string, description: string, path: string): string =>
  zh
    ? `[技能 ${name} 可能适用${known}] ${description.slice(0, 200)}。先读 ${path}`
    : `[skill ${name} may fit${known}] ${description.slice(0, 200)} Read ${path} first.`;
