/** A whole file of the memory as a tool wants it to be. */
export interface MemoryWrite {
  /** Relative to the memory folder, with `/`. */
  path: string;
  text: string;
  /** The content that the change was made from; `undefined` for a new file. */
  before: Buffer | undefined;
  /** Name of the tool. */
  by: string;
}

/** The memory folder, into which tools write by its own door only. */
export interface MemoryPort {
  /** Absolute. Commands find it read-only behind a wall. */
  dir: string;
  /** @throws ToolRefusal with the reason for the model when the write is judged wrong; nothing is written then */
  write(write: MemoryWrite): Promise<void>;
  /** Counts that a file was read. Never fails. */
  noteRead?(path: string): Promise<void>;
  /**
   * Called before a command runs; what it gives is called after, puts back what the command changed in the folder
   * and answers with a line for the model where there was something.
   */
  watchCommand?(isWalled: boolean): Promise<() => Promise<string | undefined>>;
}
