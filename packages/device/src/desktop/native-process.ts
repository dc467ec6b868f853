import { type ChildProcess, fork } from "node:child_process";
import { createRequire } from "node:module";
import { DeviceError } from "../device-error.js";
import type { NativeCalls, NativeName, NativeReply } from "./native-calls.js";

interface Waiter {
  name: NativeName;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  timer: NodeJS.Timeout;
}

export type NativeResult<N extends NativeName> = Awaited<ReturnType<NativeCalls[N]>>;

/** Typing a long text takes 5 ms a character. */
const CALL_LIMIT_MS = 10_000;
const TYPE_LIMIT_MS = 120_000;

/**
 * The native modules behind a process of their own: they end it on a bad display and on faults of their own, which
 * is an error of one call here. The next call starts a new process.
 */
export class NativeProcess {
  readonly #env: NodeJS.ProcessEnv;
  readonly #waiters = new Map<number, Waiter>();
  #child: ChildProcess | undefined;
  #lastId = 0;

  constructor(env: NodeJS.ProcessEnv = process.env) {
    this.#env = env;
  }

  /** The process now, to be watched or ended from outside. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  call<N extends NativeName>(name: N, ...args: Parameters<NativeCalls[N]>): Promise<NativeResult<N>> {
    const id = ++this.#lastId;
    const limitMs = name === "typeAscii" ? TYPE_LIMIT_MS : CALL_LIMIT_MS;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(id, limitMs), limitMs);
      this.#waiters.set(id, { name, resolve: resolve as (value: unknown) => void, reject, timer });
      this.#started().send({ id, name, args }, (error) => {
        if (error)
          this.#settle(id)?.reject(new DeviceError("native-crash", crashed(name, error.message), error));
      });
    });
  }

  close(): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }

  #started(): ChildProcess {
    if (this.#child) return this.#child;
    const host = createRequire(import.meta.url).resolve("@genericagent/device/native-host");
    const child = fork(host, {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: this.#env,
      execArgv: [],
    });
    let lastWords = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      lastWords = (lastWords + text).slice(-300);
    });
    child.on("message", (reply: NativeReply) => this.#take(reply));
    child.on("error", (error) => this.#end(child, error.message));
    child.on("close", (code, signal) =>
      this.#end(child, lastWords.trim() || `it ended by ${signal ?? `exit ${code}`}`),
    );
    this.#child = child;
    return child;
  }

  #take({ id, value, error }: NativeReply): void {
    const waiter = this.#settle(id);
    if (!error) waiter?.resolve(value);
    else if (error.code) waiter?.reject(new DeviceError(error.code, error.message));
    else waiter?.reject(new DeviceError("native-failed", failed(waiter.name, error.message)));
  }

  #settle(id: number): Waiter | undefined {
    const waiter = this.#waiters.get(id);
    this.#waiters.delete(id);
    clearTimeout(waiter?.timer);
    return waiter;
  }

  /** What hangs in native code cannot be called back: its process goes. */
  #giveUp(id: number, limitMs: number): void {
    const waiter = this.#settle(id);
    waiter?.reject(
      new DeviceError("no-answer", `The desktop did not answer ${waiter.name} within ${limitMs} ms.`),
    );
    this.close();
  }

  #end(child: ChildProcess, reason: string): void {
    if (this.#child === child) this.#child = undefined;
    else if (this.#child) return;
    for (const id of [...this.#waiters.keys()]) {
      const waiter = this.#settle(id);
      waiter?.reject(new DeviceError("native-crash", crashed(waiter.name, reason)));
    }
  }
}

const crashed = (name: string, reason: string): string =>
  `The native module ended its process during ${name}: ${reason}. Is the display still there, and may this user use it?`;

const failed = (name: string, reason: string): string =>
  `The desktop refused ${name}: ${reason}. What was asked about may have gone or changed just then: look again, then repeat it.`;
