export { ArchiveIndex, type SyncReport } from "./archive/archive-index.js";
export {
  formatHistory,
  type HistoryLine,
  parseHistory,
  readHistory,
  updateHistory,
} from "./archive/history.js";
export { type ArchiveHit, type ArchiveSearchOptions, searchArchive } from "./archive/search-archive.js";
export { outputHash } from "./content-version.js";
export { fillAnswer } from "./crystallize/answer-template.js";
export { crystallize, type SkillProposal } from "./crystallize/crystallize.js";
export type { SkillParameter } from "./crystallize/find-parameters.js";
export { jsonIn, type OutputSchema } from "./crystallize/output-schema.js";
export { receiptsFor } from "./crystallize/receipts-for.js";
export { slug } from "./crystallize/slug.js";
export { readTrace, type Trace, type TraceCall, type TraceEntry } from "./crystallize/trace.js";
export { type Verdict, worthDistilling } from "./crystallize/worth-distilling.js";
export { type Fact, factsOf } from "./facts.js";
export type { GuardPorts } from "./guard/judged-file.js";
export type { Claim } from "./guard/new-claims.js";
export { similarityOf, wordsOf } from "./guard/words-of.js";
export { type ImportReport, importFolder } from "./import-folder.js";
export type { ChangeEntry, FileChange } from "./journal/change-entry.js";
export { FILES, type Layer, layerOf, RECORD_FILE } from "./layers.js";
export { approveFile } from "./maintain/approve-unproven.js";
export { checkMemory, type MemoryProblem, type MemoryReport } from "./maintain/check-memory.js";
export { collectGarbage, type Garbage } from "./maintain/collect-garbage.js";
export { changesOf, diffStates, type FileDiff } from "./maintain/describe-change.js";
export { type Proof, type Proofs, proofsOf } from "./maintain/proofs.js";
export { type RebuiltState, rebuildState } from "./maintain/rebuild-state.js";
export { undoChange } from "./maintain/undo-change.js";
export { Memory, type NewFact } from "./memory.js";
export type { MemoryChange, MemoryDoor, MemoryFile, Receipt } from "./memory-door.js";
export { MemoryError, type MemoryErrorCode } from "./memory-error.js";
export { type OpenMemoryOptions, openMemory } from "./open-memory.js";
export type { OutsideChange } from "./outside-changes.js";
export { type Composition, composeSkills } from "./skills/compose-skills.js";
export { exportSkill, exportSop, zipOf } from "./skills/export-skill.js";
export { type GateEnvironment, sampleEnvironments } from "./skills/gate-environments.js";
export { type GateResult, gateSkill, type SkillRunner, type SkillSample } from "./skills/gate-skill.js";
export { type ImportedSkill, importSkills } from "./skills/import-skill.js";
export { type LoadedSkills, loadSkills } from "./skills/load-skills.js";
export { matchSkills, type SkillMatch } from "./skills/match-skills.js";
export { parseSkill } from "./skills/parse-skill.js";
export { type PlannedStep, planSkill, type SkillPlan } from "./skills/plan-skill.js";
export { type PackageFiles, readPackage } from "./skills/read-package.js";
export {
  isTrusted,
  type Skill,
  type SkillData,
  type SkillProblem,
  type SkillStage,
  type SkillStep,
} from "./skills/skill.js";
export { type SkillAccount, shouldDemote, skillAccount } from "./skills/skill-account.js";
export { type AccountLine, appendAccount, type NewAccountLine, readAccount } from "./skills/skill-runs.js";
export { SkillStore } from "./skills/skill-store.js";
export { statsPage } from "./skills/stats-page.js";
export { triggerOf } from "./skills/trigger-of.js";
export { type UnusedSkill, unusedSkills } from "./skills/unused-skills.js";
export { usageLine } from "./skills/usage-line.js";
