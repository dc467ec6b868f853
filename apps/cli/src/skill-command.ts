export { compose } from "./skill/compose-command.js";
export { exportTo, importFrom } from "./skill/exchange-command.js";
export { listSkills, showSkill } from "./skill/list-command.js";
export { promote, retire } from "./skill/promote-command.js";
export { runSkill } from "./skill/run-command.js";
export { stats } from "./skill/stats-command.js";
