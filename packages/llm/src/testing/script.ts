/** The steps of a scripted model: a list that is used up, or one function that answers every request. */
export type ScriptSource<Request, Answer> =
  | readonly ScriptStep<Request, Answer>[]
  | ScriptFunction<Request, Answer>;
export type ScriptStep<Request, Answer> = Answer | ScriptFunction<Request, Answer>;
type ScriptFunction<Request, Answer> = (request: Request) => Answer | Promise<Answer>;

/** Walks through a script and remembers what did not fit. */
export class Script<Request, Answer extends object> {
  #position = 0;
  #tooMany = 0;

  constructor(private readonly source: ScriptSource<Request, Answer>) {}

  /** The next answer; undefined when the script is used up. */
  async next(request: Request): Promise<Answer | undefined> {
    const step = typeof this.source === "function" ? this.source : this.source[this.#position++];
    if (!step) this.#tooMany++;
    return typeof step === "function" ? (step as ScriptFunction<Request, Answer>)(request) : step;
  }

  /** @throws an error that says how many requests were too many, or how many steps are left. */
  assertDone(): void {
    if (this.#tooMany > 0)
      throw new Error(
        `The script has ${this.source.length} steps, but the model was asked ${this.#tooMany} more times.`,
      );
    const left = typeof this.source === "function" ? 0 : this.source.length - this.#position;
    if (left > 0) throw new Error(`${left} of the script's ${this.source.length} steps were not asked for.`);
  }
}
