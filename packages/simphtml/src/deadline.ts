/** A point in time after which what is left is not looked at. */
export class Deadline {
  readonly #end: number;

  constructor(readonly limitMs = Number.POSITIVE_INFINITY) {
    this.#end = performance.now() + limitMs;
  }

  /** `share` of the limit is over. */
  passed(share = 1): boolean {
    return (
      this.limitMs !== Number.POSITIVE_INFINITY && performance.now() > this.#end - (1 - share) * this.limitMs
    );
  }
}
