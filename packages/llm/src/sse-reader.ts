/** One server-sent event. */
export interface SseEvent {
  /** Empty where the stream names none. */
  name: string;
  data: string;
}

/**
 * Cuts a stream of bytes into server-sent events, wherever the chunks end, also inside a character. Fields other
 * than `event` and `data` are passed over, as are comments.
 */
export class SseReader {
  readonly #decoder = new TextDecoder();
  #pending = "";
  #waitsForFeed = false;
  #name = "";
  #data: string | undefined;

  /** The events that are complete with this chunk. */
  push(chunk: Uint8Array): SseEvent[] {
    return this.#lines(this.#decoder.decode(chunk, { stream: true }));
  }

  /** The last event, where the stream ended without the blank line behind it. */
  end(): SseEvent[] {
    return this.#lines(`${this.#decoder.decode()}\n\n`);
  }

  #lines(text: string): SseEvent[] {
    const events: SseEvent[] = [];
    const buffer = this.#withoutReturns(text);
    let end = buffer.indexOf("\n");
    // Joining only once a line has ended keeps a very long line cheap.
    if (end === -1) {
      this.#pending += buffer;
      return events;
    }
    this.#line(this.#pending + buffer.slice(0, end), events);
    let start = end + 1;
    for (end = buffer.indexOf("\n", start); end !== -1; end = buffer.indexOf("\n", start)) {
      this.#line(buffer.slice(start, end), events);
      start = end + 1;
    }
    this.#pending = buffer.slice(start);
    return events;
  }

  /** CR and CRLF end a line as well. A CR at the very end waits, for an LF may follow. */
  #withoutReturns(text: string): string {
    const whole = this.#waitsForFeed ? `\r${text}` : text;
    this.#waitsForFeed = whole.endsWith("\r");
    if (!whole.includes("\r")) return whole;
    return (this.#waitsForFeed ? whole.slice(0, -1) : whole).replace(/\r\n?/g, "\n");
  }

  #line(line: string, events: SseEvent[]): void {
    if (line === "") {
      if (this.#data !== undefined) events.push({ name: this.#name, data: this.#data });
      this.#name = "";
      this.#data = undefined;
    } else if (line.startsWith("data:")) {
      const value = fieldValue(line, 5);
      this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
    } else if (line.startsWith("event:")) {
      this.#name = fieldValue(line, 6);
    }
  }
}

const fieldValue = (line: string, start: number): string =>
  line.slice(line[start] === " " ? start + 1 : start);
