/** What one turn did, in a line. */
export interface TurnSummary {
  turn: number;
  /** One line of about 100 characters; see `summarizeTurn`. */
  text: string;
  /** The task the turn worked on, where one conversation holds several; earlier turns are folded by it. */
  task?: string;
}

/** The notepad of a run. It is plain data with an owner: `anchorPrompt` shows it to the model each turn. */
export interface WorkingMemory {
  /** What the model wrote with `update_working_checkpoint`. */
  keyInfo?: string;
  /** What the run works on now; it is written on the summaries of its turns, so that earlier ones fold by task. */
  task?: string;
  /** The turn that has just ended, counted from 1. */
  turn: number;
  /** All turns so far, oldest first. */
  summaries: readonly TurnSummary[];
}
