import type { ToolCall, ToolResult } from "./message.js";

/** The same call with the same result this often within the window counts as no progress. */
const REPEATS = 3;
/** Calls looked back on, so that two calls in alternation are noticed as well. */
const WINDOW = 8;

/** Notices a model that repeats itself: `warn` the third time, `stop` when it goes on. */
export class ProgressGuard {
  /** What was repeated, after a check that was not `ok`. */
  repetition = "";
  readonly #recent: string[] = [];
  readonly #warned = new Set<string>();

  check(calls: readonly ToolCall[], results: readonly ToolResult[]): "ok" | "warn" | "stop" {
    let verdict: "ok" | "warn" | "stop" = "ok";
    for (const [index, call] of calls.entries()) {
      const key = JSON.stringify([call.name, call.args, results[index]?.content]);
      if (this.#recent.push(key) > WINDOW) this.#recent.shift();
      let seen = 0;
      for (const other of this.#recent) if (other === key) seen++;
      if (seen < REPEATS) continue;
      this.repetition = `${call.name} was called ${seen} times with the same arguments and gave the same result`;
      verdict = this.#warned.has(key) ? "stop" : "warn";
      this.#warned.add(key);
      if (verdict === "stop") break;
    }
    return verdict;
  }
}
