import { GenericAgentError } from "@genericagent/core-loop";

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

  /** @throws GenericAgentError `script-used-up` or `script-left-over`, which says by how many requests. */
  assertDone(): void {
    const { length } = this.source;
    if (this.#tooMany > 0) {
      const message = `The script has ${length} steps, but the model was asked ${this.#tooMany} more times.`;
      throw new GenericAgentError({ code: "script-used-up", message });
    }
    const left = typeof this.source === "function" ? 0 : length - this.#position;
    if (left > 0) {
      const message = `${left} of the script's ${length} steps were not asked for.`;
      throw new GenericAgentError({ code: "script-left-over", message });
    }
  }
}
