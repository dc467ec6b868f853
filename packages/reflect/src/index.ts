export { Board, type BoardOptions } from "./board/board.js";
export { BoardClient } from "./board/board-client.js";
export type { BoardClaim, BoardResult, BoardTask } from "./board/board-protocol.js";
export { type BoardTriggerOptions, boardTrigger } from "./board/board-trigger.js";
export { type BoardServer, type ServeBoardOptions, serveBoard } from "./board/serve-board.js";
export { adaptWeights, type Hindsight, lessonOf, normalised } from "./explore/adapt-weights.js";
export { Exploration, type ExplorationOptions, type ExplorationPorts } from "./explore/exploration.js";
export type { Candidate, ExplorationItem, ExplorationState } from "./explore/exploration-list.js";
export { judgePrompt } from "./explore/explore-prompts.js";
export { lastArray, parsePlan } from "./explore/parse-plan.js";
export { type ApplyProposal, type MemoryProposal, PendingProposals } from "./explore/pending-proposals.js";
export {
  breadthOf,
  type Dimensions,
  depthOf,
  judgedValue,
  START_WEIGHTS,
  scoreTask,
  type Weights,
} from "./explore/score-task.js";
export type { SkillStat } from "./explore/skill-stat.js";
export { type GoalOptions, goalTrigger } from "./goal/goal-trigger.js";
export { type Clock, systemClock } from "./host/clock.js";
export { hostOf, lockHost, type Release } from "./host/host-lock.js";
export { mergeTriggers } from "./host/merge-triggers.js";
export type { Receipt, ReceiptHistory, RecordedRun } from "./host/receipt-history.js";
export { Receipts } from "./host/receipts.js";
export { type ReflectOptions, type ReflectSummary, reflect } from "./host/reflect.js";
export { reflectPaths } from "./host/reflect-paths.js";
export type {
  Notify,
  ReflectEvent,
  ReflectTask,
  RunTask,
  TaskOutcome,
  TaskReport,
  TaskSettings,
  Trigger,
} from "./host/reflect-task.js";
export { ReflectError, type ReflectErrorCode } from "./reflect-error.js";
export { type JobList, JobStore } from "./schedule/job-store.js";
export { nextOccurrence, occurrencesAfter } from "./schedule/occurrences.js";
export { readJob } from "./schedule/read-job.js";
export { type JobHealth, type JobState, scheduleHealth } from "./schedule/schedule-health.js";
export type { DstPolicy, MissedPolicy, ScheduleJob, Timing } from "./schedule/schedule-job.js";
export { type ScheduleOptions, scheduleTrigger } from "./schedule/schedule-trigger.js";
export { manualTaskOfJob } from "./schedule/task-of-job.js";
export { wallText } from "./schedule/wall-time.js";
export { type ReflectScript, type ScriptOptions, scriptTrigger } from "./script/script-trigger.js";
export { type IdleOptions, idleTrigger } from "./watch/idle-trigger.js";
export { type WatchCommandOptions, watchCommandTrigger } from "./watch/watch-command-trigger.js";
export { type WatchFilesOptions, watchFilesTrigger } from "./watch/watch-files-trigger.js";
export { type WatchLogOptions, watchLogTrigger } from "./watch/watch-log-trigger.js";
