/** How a file stood at one moment. */
export interface FileImage {
  /** Absolute. */
  path: string;
  /** SHA-256 of the bytes, hex; absent where there was no such file. */
  hash?: string;
  /** Bytes. */
  size?: number;
  /** Permission bits, as in `Stats.mode & 0o7777`. */
  mode?: number;
  /** The bytes are in the data home and can be brought back. */
  kept?: true;
}

/** What one call of `file_write` or `file_patch` did to a file. */
export interface FileChange {
  callId: string;
  /** The whole turns of the conversation when it happened, that of the call included. */
  turn: number;
  before: FileImage;
  /** Absent where the run was cut off before the call had ended. */
  after?: FileImage;
}
