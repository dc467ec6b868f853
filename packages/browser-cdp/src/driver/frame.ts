import { pageScript } from "@genericagent/simphtml";
import { BrowserError } from "../browser-error.js";
import type { CdpSession, SendOptions } from "../browser-link.js";
import type { EvaluateAnswer, RemoteObject } from "./remote-value.js";
import { WATCH_SCRIPT } from "./watch-script.js";

/** Objects of our own evaluations, so that they can be let go. */
const GROUP = "genericagent";

/** What the page sees of the isolated worlds: their name in its developer tools. */
const WORLD_NAME = "genericagent";

/** One frame: its isolated world, made when it is first needed and anew after each navigation. */
export class Frame {
  #world: Promise<number> | undefined;

  constructor(
    readonly session: CdpSession,
    readonly frameId: string,
    /** The frame this one stands in. */
    readonly parent?: Frame,
  ) {}

  /** True when the frame has a process of its own, so that its coordinates are its own too. */
  get isRemote(): boolean {
    return this.parent !== undefined && this.parent.session !== this.session;
  }

  /** The context has gone with its document. */
  forgetWorld(): void {
    this.#world = undefined;
  }

  /** Evaluates in the isolated world, by value. */
  async run<T>(expression: string, options: RunOptions = {}): Promise<T> {
    return (await this.#evaluate(expression, { returnByValue: true, awaitPromise: true }, options))
      .value as T;
  }

  /** Evaluates in the isolated world, as a reference; undefined for null. */
  async reference(expression: string, options: RunOptions = {}): Promise<string | undefined> {
    return (await this.#evaluate(expression, { objectGroup: GROUP }, options)).objectId;
  }

  /** Calls a function of the isolated world with an element as `this`, by value. */
  async call<T>(objectId: string, functionDeclaration: string, args: readonly unknown[] = []): Promise<T> {
    const answer = await this.session.send<EvaluateAnswer>("Runtime.callFunctionOn", {
      objectId,
      functionDeclaration,
      arguments: args.map((value) => ({ value })),
      returnByValue: true,
      awaitPromise: true,
    });
    return thrown(answer).value as T;
  }

  contextId(): Promise<number> {
    this.#world ??= this.#openWorld().catch((error) => {
      this.#world = undefined;
      throw error;
    });
    return this.#world;
  }

  releaseObjects(): void {
    this.session.send("Runtime.releaseObjectGroup", { objectGroup: GROUP }).catch(() => {});
  }

  async #openWorld(): Promise<number> {
    const { executionContextId } = await this.session.send<{ executionContextId: number }>(
      "Page.createIsolatedWorld",
      {
        frameId: this.frameId,
        worldName: WORLD_NAME,
      },
    );
    await this.session.send("Runtime.evaluate", {
      expression: `${pageScript};${WATCH_SCRIPT}`,
      contextId: executionContextId,
    });
    return executionContextId;
  }

  async #evaluate(
    expression: string,
    how: object,
    { timeoutMs = 30_000, signal }: RunOptions,
  ): Promise<RemoteObject> {
    const begin = Date.now();
    const send = async () =>
      this.session.send<EvaluateAnswer>(
        "Runtime.evaluate",
        { expression, contextId: await this.contextId(), timeout: timeoutMs, ...how },
        { timeoutMs: timeoutMs + GRACE_MS, ...(signal && { signal }) },
      );
    const answer = await send().catch((error) => {
      if (wasStopped(error, begin + timeoutMs))
        throw new BrowserError("timeout", `The page did not answer within ${timeoutMs} ms.`, error);
      if (!isLostContext(error)) throw error;
      this.forgetWorld();
      return send();
    });
    return thrown(answer);
  }
}

export type RunOptions = Pick<SendOptions, "timeoutMs" | "signal">;

/** The browser ends the script at the limit; its answer needs a moment more. */
export const GRACE_MS = 500;

/** A script that the browser has ended at its limit is answered with "Internal error". */
export const wasStopped = (error: unknown, until: number): boolean =>
  error instanceof BrowserError &&
  (error.code === "timeout" || (error.message.startsWith("Internal error") && Date.now() >= until - 50));

export const isLostContext = (error: unknown): boolean =>
  error instanceof BrowserError &&
  error.code === "protocol" &&
  /Cannot find context|context was destroyed|Cannot find execution context|uniqueContextId not found/i.test(
    error.message,
  );

function thrown({ result, exceptionDetails }: EvaluateAnswer): RemoteObject {
  if (!exceptionDetails) return result;
  const why = exceptionDetails.exception?.description ?? exceptionDetails.text;
  throw new BrowserError("page-error", why.split("\n", 2).join(" "));
}
