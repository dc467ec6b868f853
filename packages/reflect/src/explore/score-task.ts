import type { SkillStat } from "./skill-stat.js";

/** The four dimensions of the report: breadth, depth, utility, innovation; each from 0 to 10. */
export interface Dimensions {
  b: number;
  d: number;
  u: number;
  i: number;
}

export type Dimension = keyof Dimensions;

/** What each dimension counts for; they sum up to 1. */
export type Weights = Dimensions;

/** GenericAgent report: (0.3, 0.2, 0.3, 0.2). */
export const START_WEIGHTS: Weights = { b: 0.3, d: 0.2, u: 0.3, i: 0.2 };

export const DIMENSIONS = ["b", "d", "u", "i"] as const satisfies readonly Dimension[];

/** `S(t) = w_b·B + w_d·D + w_u·U + w_i·I`, from 0 to 10. */
export const scoreTask = (weights: Weights, dimensions: Dimensions): number =>
  DIMENSIONS.reduce((sum, name) => sum + weights[name] * dimensions[name], 0);

/**
 * B(t): 10 for a category without a skill, 0 for the one with the most. The report says that it rewards categories that
 * are little developed; the form, `10·(1 − n_c / n_max)`, is ours.
 */
export function breadthOf(category: string, skills: readonly SkillStat[]): number {
  const sizes = new Map<string, number>();
  for (const skill of skills) sizes.set(skill.category, (sizes.get(skill.category) ?? 0) + 1);
  const largest = Math.max(0, ...sizes.values());
  return largest === 0 ? 10 : 10 * (1 - (sizes.get(category) ?? 0) / largest);
}

/**
 * D(t): 10 for the most used skill, 0 for a task that strengthens none. The report says that it rewards skills in
 * frequent use; the form, `10·u_s / u_max` of the most used skill that the task names, is ours.
 */
export function depthOf(related: readonly string[], skills: readonly SkillStat[]): number {
  const most = Math.max(0, ...skills.map(({ uses }) => uses));
  if (most === 0) return 0;
  const used = skills.filter(({ name }) => related.includes(name)).map(({ uses }) => uses);
  return (10 * Math.max(0, ...used)) / most;
}

/** U and I as the model judged them, held to 1 to 10; what is no number counts as the middle. */
export const judgedValue = (value: unknown): number => {
  const number = typeof value === "string" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? Math.min(10, Math.max(1, number)) : 5.5;
};
