import type { Readable } from "node:stream";
import type { TextCodec } from "../files/text-codec.js";
import { outputDecoder } from "./output-decoder.js";

/** The streams are paused while this much was not yet pulled. */
const MAX_QUEUED_CHARS = 64 * 1024;
/** What a process that lives on may still print. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;
/** More than a pipe can hold. */
const MAX_LAST_CHARS = 4 * 1024 * 1024;

/** The text of several byte streams in the order of arrival, for one reader who pulls. */
export class OutputQueue {
  readonly #streams: readonly Readable[];
  #chunks: string[] = [];
  #queuedChars = 0;
  #maxChars = MAX_QUEUED_CHARS;
  #open: number;
  #whenEnded = (): void => {};
  #finished = false;
  #wake = (): void => {};

  /** @param codec of the locale, where it is not UTF-8 */
  constructor(streams: readonly Readable[], codec?: TextCodec) {
    this.#streams = streams;
    this.#open = streams.length;
    for (const stream of streams) {
      const decoder = outputDecoder(codec);
      stream.on("data", (bytes: Buffer) => this.#push(decoder.write(bytes)));
      stream.once("end", () => this.#push(decoder.end()));
      stream.once("close", () => {
        if (--this.#open === 0) this.#whenEnded();
      });
      stream.on("error", () => {}); // a broken pipe is the end of the output, nothing more
    }
  }

  /** Whether a stream has not ended yet: something holds its other end. */
  get held(): boolean {
    return this.#open > 0;
  }

  /** Yields until `finish` is called and everything that came before is read. */
  async *read(): AsyncGenerator<string, void, void> {
    while (true) {
      if (this.#chunks.length > 0) yield this.#take();
      else if (this.#finished) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** The writer has ended: finishes with the streams, and takes in all it left there however slow the reader is. */
  takeRest(): void {
    if (this.#open === 0) this.finish();
    this.#whenEnded = () => this.finish();
    this.#maxChars = MAX_LAST_CHARS;
    for (const stream of this.#streams) stream.resume();
  }

  finish(): void {
    this.#finished = true;
    this.#wake();
  }

  /**
   * No more output is wanted. Streams that are held are drained and thrown away without keeping this process
   * alive, so that a server left in the background does not die of a broken pipe; a flood is cut off.
   */
  letGo(): void {
    for (const stream of this.#streams) {
      let room = MAX_DRAINED_BYTES;
      stream.removeAllListeners("data");
      stream.on("data", (bytes: Buffer) => {
        room -= bytes.length;
        if (room < 0) stream.destroy();
      });
      if ("unref" in stream) (stream as Readable & { unref(): void }).unref();
      stream.resume();
    }
  }

  #take(): string {
    const text = this.#chunks.join("");
    this.#chunks = [];
    this.#queuedChars = 0;
    for (const stream of this.#streams) stream.resume();
    return text;
  }

  #push(text: string): void {
    if (text === "" || this.#finished) return;
    this.#chunks.push(text);
    this.#queuedChars += text.length;
    if (this.#queuedChars > this.#maxChars) for (const stream of this.#streams) stream.pause();
    this.#wake();
  }
}
