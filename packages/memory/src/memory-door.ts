/** Proof that something worked: one successful tool call of one session. */
export interface Receipt {
  session: string;
  /** Id of the tool call in that session's journal. */
  call: string;
  /** `outputHash` of the call's output as the journal has it. */
  outputHash: string;
}

/** One change to the memory folder. */
export interface MemoryChange {
  /** Relative to the memory folder, with `/`. */
  path: string;
  /** The whole new content; `undefined` removes the file. */
  text: string | undefined;
  /** Version of the content this change was made from (see `MemoryFile.version`); `undefined` for a new file. */
  base?: string;
  /** What proves the new L2 or L3 entries. */
  receipts?: readonly Receipt[];
  /** What the writer found no proof for; the refusal names it. */
  unproven?: string;
  /** Who writes: a tool's name, a command, the host itself. Stands in the memory's journal. */
  by: string;
  /** The user said yes to losing verified entries or to unproven ones. Never set by the model. */
  approved?: boolean;
}

export interface MemoryFile {
  path: string;
  text: string;
  /** SHA-256 of the bytes, hex. */
  version: string;
}

/** The one way into a memory folder. Every write is judged, atomic, journalled and can be undone. */
export interface MemoryDoor {
  /** Absolute path of the memory folder. */
  readonly dir: string;
  read(path: string): Promise<MemoryFile | undefined>;
  /** Paths of the memory's files, sorted; L4 and the host's own left out. */
  list(below?: string): Promise<string[]>;
  /**
   * @throws MemoryError `memory-refused` with the reason for the model, `memory-conflict` when the file changed since
   * `base`, `memory-folder` when the disk says no. Nothing is written then.
   */
  write(change: MemoryChange): Promise<MemoryFile | undefined>;
  /** Several files as one change, all or none: a skill with its scripts, an entry that moves from L2 to L3. */
  writeAll(changes: readonly MemoryChange[]): Promise<(MemoryFile | undefined)[]>;
  /** Counts a use of skills, files or sections by their names in L1; the most used stay in the index longest. */
  noteUse(...names: string[]): Promise<void>;
  /** Writes L1 anew from what L2 and L3 hold and the skills' account says now; `true` when that changed it. */
  syncIndex(by: string): Promise<boolean>;
}
