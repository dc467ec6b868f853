import { openHomeMemory } from "@genericagent/agent";
import type { SkillStore } from "@genericagent/memory";
import type { SkillStat } from "@genericagent/reflect";

const MONTH_MS = 30 * 86_400_000;

/** The skill tree as exploration counts it. A category is what the skill says, else the first word of its name. */
export async function skillStats(dataHome: string): Promise<SkillStat[]> {
  const store = await openSkills(dataHome);
  const [{ skills }, accounts] = await Promise.all([store.load(), store.accounts()]);
  const since = Date.now() - MONTH_MS;
  return skills
    .filter(({ retired }) => !retired)
    .map(({ name, category = name.split(/[-_]/, 1)[0]! }) => ({
      name,
      category: category.toLowerCase(),
      uses: (accounts.get(name)?.rounds ?? []).filter(
        ({ by, at }) => by !== "learn" && Date.parse(at) > since,
      ).length,
    }));
}

const MAX_FOUND = 3;
/** A task to explore is worded freely: a skill that is related only is worth a line, too. */
const MIN_SCORE = 0.15;

/** The skills that are most alike to a task, one line each. */
export async function searchSkills(dataHome: string, task: string): Promise<string[]> {
  const { matchSkills } = await import("@genericagent/memory");
  const store = await openSkills(dataHome);
  const [{ skills }, accounts] = await Promise.all([store.load(), store.accounts()]);
  return matchSkills(task, skills, accounts, { minScore: MIN_SCORE })
    .slice(0, MAX_FOUND)
    .map(({ skill: { name, description } }) => `${name}: ${description}`.slice(0, 200));
}

async function openSkills(dataHome: string): Promise<SkillStore> {
  const { SkillStore } = await import("@genericagent/memory");
  return new SkillStore(await openHomeMemory(dataHome));
}
