/** A process that a session left behind. */
export interface BackgroundEntry {
  pid: number;
  command: string;
  /** Its process group: what one command left behind. */
  group: number;
}

/** What `ga ps` works on; the tools' records of what `code_run` started are behind it. */
export interface BackgroundList {
  list(): Promise<BackgroundEntry[]>;
  /** Ends these, or everything, and returns what was ended. */
  end(pids?: readonly number[]): Promise<BackgroundEntry[]>;
}
