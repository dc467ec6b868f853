// What finds the skill that fits a task, without the rest.
export { matchSkills, type SkillMatch } from "./skills/match-skills.js";
export { usageLine } from "./skills/usage-line.js";
