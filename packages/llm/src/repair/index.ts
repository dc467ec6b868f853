export type { RepairChange, RepairCode } from "./repair-change.js";
export { type RepairedHistory, type RepairOptions, repairHistory } from "./repair-history.js";
