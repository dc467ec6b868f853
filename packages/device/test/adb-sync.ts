import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Service } from "./adb-device.js";

/** The file service of the protocol, version 1: STAT, SEND, RECV, QUIT. */
export class SyncService implements Service {
  readonly #out: { write(data: Buffer): void; end(): void };
  readonly #pathOf: (path: string) => string;
  #buffer = Buffer.alloc(0);
  #receiving: { path: string; chunks: Buffer[] } | undefined;

  constructor(out: { write(data: Buffer): void; end(): void }, pathOf: (path: string) => string) {
    this.#out = out;
    this.#pathOf = pathOf;
  }

  onData(data: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, data]);
    while (this.#buffer.length >= 8) {
      const id = this.#buffer.toString("latin1", 0, 4);
      const length = this.#buffer.readUInt32LE(4);
      const hasBody = id !== "DONE" && id !== "QUIT";
      if (hasBody && this.#buffer.length < 8 + length) return;
      const body = hasBody ? this.#buffer.subarray(8, 8 + length) : Buffer.alloc(0);
      this.#buffer = this.#buffer.subarray(8 + body.length);
      this.#take(id, body);
    }
  }

  onClose(): void {}

  #take(id: string, body: Buffer): void {
    const text = () => this.#pathOf(body.toString("utf8"));
    if (id === "QUIT") this.#out.end();
    else if (id === "STAT") this.#stat(text());
    else if (id === "RECV") this.#send(text());
    else if (id === "SEND") this.#receiving = { path: text().replace(/,\d+$/, ""), chunks: [] };
    else if (id === "DATA") this.#receiving?.chunks.push(Buffer.from(body));
    else if (id === "DONE") this.#store();
    else this.#fail(`unknown request ${id}`);
  }

  #stat(path: string): void {
    const answer = Buffer.alloc(16);
    answer.write("STAT", "latin1");
    try {
      const { mode, size, mtimeMs } = statSync(path);
      for (const [index, value] of [mode, size, Math.floor(mtimeMs / 1000)].entries())
        answer.writeUInt32LE(value >>> 0, 4 + index * 4);
    } catch {
      // A file that is not there has mode 0.
    }
    this.#out.write(answer);
  }

  #send(path: string): void {
    try {
      const data = readFileSync(path);
      for (let at = 0; at < data.length; at += 65_536) this.#packet("DATA", data.subarray(at, at + 65_536));
      this.#packet("DONE", Buffer.alloc(0));
    } catch (error) {
      this.#fail((error as Error).message);
    }
  }

  #store(): void {
    const { path, chunks } = this.#receiving!;
    this.#receiving = undefined;
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, Buffer.concat(chunks));
      this.#packet("OKAY", Buffer.alloc(0));
    } catch (error) {
      this.#fail((error as Error).message);
    }
  }

  #fail = (message: string): void => this.#packet("FAIL", Buffer.from(message));

  #packet(id: string, body: Buffer): void {
    const head = Buffer.alloc(8);
    head.write(id, "latin1");
    head.writeUInt32LE(body.length, 4);
    this.#out.write(Buffer.concat([head, body]));
  }
}
