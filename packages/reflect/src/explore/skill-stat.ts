/** One skill as the skill tree counts it. */
export interface SkillStat {
  name: string;
  category: string;
  /** Runs in the last 30 days. */
  uses: number;
}
