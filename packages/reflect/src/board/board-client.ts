import { errorMessage } from "@genericagent/core-loop";
import { ReflectError } from "../reflect-error.js";
import { type BoardClaim, type BoardResult, KEY_HEADER } from "./board-protocol.js";

export interface BoardClientOptions {
  url: string;
  key: string;
  /** For one request. Default 15 s. */
  timeoutMs?: number;
}

/** A worker's side of a board. Every answer that is none of the protocol is a ReflectError `board`. */
export class BoardClient {
  #options: BoardClientOptions;

  constructor(options: BoardClientOptions) {
    if (!URL.canParse(options.url))
      throw new ReflectError(
        "invalid-options",
        `"${options.url}" is no address of a board, such as http://127.0.0.1:8080.`,
      );
    this.#options = options;
  }

  async claim(worker: string, signal?: AbortSignal): Promise<BoardClaim | undefined> {
    const { status, body } = await this.#post("claim", { worker }, signal);
    if (status === 204) return undefined;
    const { task, claim, leaseMs } = (body ?? {}) as Partial<BoardClaim>;
    const whole =
      typeof task?.id === "string" && typeof task.prompt === "string" && typeof claim === "string";
    if (!whole || typeof leaseMs !== "number") throw this.#error("claim", "its answer is no claim");
    return { task: { ...task, title: String(task.title ?? task.id) }, claim, leaseMs };
  }

  /** `false`: the task was given to somebody else. */
  async heartbeat(id: string, claim: string, signal?: AbortSignal): Promise<boolean> {
    return (await this.#post(`tasks/${encodeURIComponent(id)}/heartbeat`, { claim }, signal)).status !== 409;
  }

  /** `false`: the board does not want it from this worker. */
  async result(id: string, claim: string, result: BoardResult, signal?: AbortSignal): Promise<boolean> {
    const path = `tasks/${encodeURIComponent(id)}/result`;
    return (await this.#post(path, { claim, ...result }, signal)).status !== 409;
  }

  async #post(path: string, body: object, signal?: AbortSignal): Promise<{ status: number; body?: unknown }> {
    const { url, key, timeoutMs = 15_000 } = this.#options;
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(new URL(path, url.endsWith("/") ? url : `${url}/`), {
        method: "POST",
        headers: { "content-type": "application/json", [KEY_HEADER]: key },
        body: JSON.stringify(body),
        redirect: "error",
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      const text = await response.text();
      if (response.status === 204 || response.status === 409) return { status: response.status };
      if (!response.ok) throw this.#error(path, `status ${response.status}: ${text.slice(0, 200)}`);
      return { status: response.status, body: this.#parse(path, text) };
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ReflectError) throw error;
      const cause = (error as Error).cause;
      throw this.#error(path, cause ? errorMessage(cause) : errorMessage(error), error);
    }
  }

  #parse(path: string, text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      const what = /^\s*</.test(text) ? "a web page" : "no JSON";
      throw this.#error(path, `it answered ${what}: ${text.trim().slice(0, 80)}`, error);
    }
  }

  #error(path: string, why: string, cause?: unknown): ReflectError {
    const message = `The board ${this.#options.url} failed at ${path}: ${why}. Check the address and GA_BOARD_KEY.`;
    return new ReflectError("board", message, cause);
  }
}
