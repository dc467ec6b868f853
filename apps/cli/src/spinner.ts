import { SPIN_MS, spinnerSign } from "./terminal/spinner-sign.js";

const CLEAR_LINE = "\r\u001b[K";

/** One line on stderr that turns while something is waited for; nothing where a cursor cannot move. */
export class Spinner {
  readonly #canTurn = process.stderr.isTTY === true && process.env.TERM !== "dumb";
  #timer: NodeJS.Timeout | undefined;
  #text = "";

  start(text: string): void {
    if (!this.#canTurn) return;
    this.#text = text;
    this.#draw();
    this.#timer ??= setInterval(() => this.#draw(), SPIN_MS).unref();
  }

  stop(): void {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    process.stderr.write(CLEAR_LINE);
  }

  /** Cut where it would take a second line, which could not be cleared again. */
  #draw(): void {
    const columns = process.stderr.columns || 80;
    process.stderr.write(`${CLEAR_LINE}${`${spinnerSign()} ${this.#text}`.slice(0, columns - 1)}`);
  }
}
