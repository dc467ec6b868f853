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
export { type Fact, factsOf } from "./facts.js";
export type { GuardPorts } from "./guard/judged-file.js";
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
