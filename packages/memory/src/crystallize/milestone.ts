/** Moments at which a run may have learnt something. */
export type Milestone = "recovery" | "long-run";

/** Issue 7: "task done, recovery after an error, 15 turns". The first is the run's end. */
const LONG_RUN_TURNS = 15;

/** Watches the results of a run and says when a milestone is reached, once each. */
export class Milestones {
  readonly #failed = new Set<string>();
  readonly #reached = new Set<Milestone>();

  after(turn: number, results: readonly { name: string; isError?: boolean }[]): Milestone[] {
    const now: Milestone[] = [];
    for (const { name, isError } of results) {
      if (isError) this.#failed.add(name);
      else if (this.#failed.delete(name)) now.push("recovery");
    }
    if (turn >= LONG_RUN_TURNS) now.push("long-run");
    return now.filter((each) => !this.#reached.has(each) && this.#reached.add(each));
  }
}
