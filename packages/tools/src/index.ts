export type { TurnSummary, WorkingMemory } from "@genericagent/context";
export { type BackgroundProcess, BackgroundProcesses } from "./code-run/background-processes.js";
export { createTools, type Tools } from "./create-tools.js";
export { writeFileAtomically } from "./files/write-file-atomically.js";
export type { AskUserQuestion, ToolPorts } from "./tool-ports.js";
export { ToolRefusal } from "./tool-refusal.js";
