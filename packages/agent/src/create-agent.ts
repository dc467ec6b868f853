// What one run needs, and no more: it loads in half the time of the whole.
export { AgentError, type AgentErrorCode } from "./agent-error.js";
export type { Budget } from "./budget.js";
export { type DataHomeOptions, dataHomePaths, findDataHome } from "./find-data-home.js";
export { createAgent, GenericAgent } from "./generic-agent.js";
export { type ReadJournal, readJournal } from "./journal.js";
export { lockFile } from "./lock-file.js";
export type { AgentOptions, AgentParts } from "./open-parts.js";
export type { RunOptions } from "./run-task.js";
