export { fillAnswer } from "./crystallize/answer-template.js";
export { crystallize, type SkillProposal } from "./crystallize/crystallize.js";
export { parametrizeCode } from "./crystallize/parametrize-code.js";
export { taskValues } from "./crystallize/task-values.js";
export { readTrace, type Trace, type TraceEntry } from "./crystallize/trace.js";
export type { MemoryChange, MemoryDoor, MemoryFile, Receipt } from "./memory-door.js";
export { MemoryError, type MemoryErrorCode } from "./memory-error.js";
