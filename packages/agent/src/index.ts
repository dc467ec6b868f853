export type { AcceptanceCheck, Verdict } from "./acceptance.js";
export { AgentError, type AgentErrorCode } from "./agent-error.js";
export { AgentBrowser } from "./browser/agent-browser.js";
export type { BrowserConfig } from "./browser/browser-config.js";
export { findAgentBrowser } from "./browser/find-agent-browser.js";
export { type BrowserPlace, bridgeFolder, openLink, profileOf } from "./browser/open-link.js";
export { type Budget, tokensOf } from "./budget.js";
export { chooseModel, listModels, type ModelChoice } from "./choose-model.js";
export { Conductor, type DispatchOptions } from "./conductor/conductor.js";
export type { ConductorOptions, JobResult, JobState } from "./conductor/conductor-options.js";
export { type Config, loadConfig, type ProviderConfig } from "./config.js";
export { Conversation } from "./conversation.js";
export { type Credentials, loadCredentials, saveCredential } from "./credentials.js";
export { conversationJson, conversationMarkdown } from "./export-conversation.js";
export type { FileChange, FileImage } from "./file-image.js";
export { type DataHomeOptions, dataHomePaths, findDataHome } from "./find-data-home.js";
export { createAgent, GenericAgent } from "./generic-agent.js";
export {
  Journal,
  journalPath,
  listSessions,
  newSessionId,
  type ReadJournal,
  readJournal,
} from "./journal.js";
export { type JournalEntry, type JournalHeader, journalEntryOf } from "./journal-entry.js";
export { lockFile } from "./lock-file.js";
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
export { type PlannedTask, planTask } from "./plan-task.js";
export { listProviders, type Provider, type ProviderSources } from "./providers.js";
export { readDecisions, type SessionDecisions } from "./read-decisions.js";
export type { RewindOptions, Rewound } from "./rewind.js";
export type { RunOptions } from "./run-task.js";
export { type ServeOptions, serveTask } from "./serve-task.js";
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
export { costByModel } from "./slash/cost.js";
export { completeSlash, isSlash, runSlash } from "./slash/run-slash.js";
export type { SlashCommand, SlashResult } from "./slash/slash-command.js";
export { slashCommands } from "./slash/slash-commands.js";
export { type SystemPromptOptions, systemPrompt } from "./system-prompt.js";
export { newTaskName, ROUND_END, TaskFolder, type TaskState, taskPath } from "./task-folder.js";
export type { TaskHandle, TaskStatus } from "./task-handle.js";
export { readImage, type TaskInput } from "./task-input.js";
export { verifyTask } from "./verify-task.js";
