export { AgentError, type AgentErrorCode } from "./agent-error.js";
export { chooseModel, listModels, type ModelChoice } from "./choose-model.js";
export { type Config, loadConfig, type ProviderConfig } from "./config.js";
export { Conversation } from "./conversation.js";
export { type Credentials, loadCredentials, saveCredential } from "./credentials.js";
export { type DataHomeOptions, dataHomePaths, findDataHome } from "./find-data-home.js";
export { createAgent, GenericAgent, type RunOptions } from "./generic-agent.js";
export {
  Journal,
  journalPath,
  listSessions,
  newSessionId,
  type ReadJournal,
  readJournal,
} from "./journal.js";
export { type JournalEntry, type JournalHeader, journalEntryOf } from "./journal-entry.js";
export { type HomeMemoryOptions, openHomeMemory } from "./memory/open-home-memory.js";
export { openSkillHost, type SkillHost, type SkillHostOptions } from "./memory/open-skill-host.js";
export type { AgentOptions, AgentParts } from "./open-parts.js";
export { openPermissions, type PermissionOptions } from "./open-permissions.js";
export { type OpenQuestion, openQuestion } from "./open-question.js";
export {
  type Capability,
  type HeldBack,
  type PermissionReport,
  permissionReport,
} from "./permission-report.js";
export { listProviders, type Provider, type ProviderSources } from "./providers.js";
export { readDecisions, type SessionDecisions } from "./read-decisions.js";
export {
  COMPRESS_AFTER_DAYS,
  type CompressedSession,
  compressSessions,
} from "./sessions/compress-sessions.js";
export {
  type FoundLine,
  findTasks,
  type SessionQuery,
  searchSessions,
  sessionHistory,
} from "./sessions/session-archive.js";
export { type SystemPromptOptions, systemPrompt } from "./system-prompt.js";
