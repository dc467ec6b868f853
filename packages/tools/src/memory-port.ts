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
  /** Puts back what a command changed in the folder; a line for the model where there was something. */
  afterCommand?(): Promise<string | undefined>;
}
