import { chromium } from "playwright-core";
import { findChromium } from "./find-chromium.mjs";

const ARGS =
  "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync".split(
    " ",
  );
/** For one page in all its views. The largest takes a minute; minutes where other programs run as well. */
const LIMIT_MS = 600_000;

/**
 * Runs work in a browser, and once more in a fresh one when it fails. When the bench is told to end, what runs fails
 * and nothing more is begun, so that what was measured until then can be printed.
 */
export class Attempts {
  #browser;
  #told;
  #tell;
  #end = (signal) => {
    this.#told = new Error(`not measured: the bench was told to end (${signal})`);
    this.#tell?.(this.#told);
  };

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.#end);
  }

  async run(work) {
    try {
      return await this.#once(work);
    } catch (error) {
      if (this.#told) throw this.#told;
      console.error(`\nOnce more in a fresh browser: ${error.message.split("\n")[0]}`);
      return await this.#once(work);
    }
  }

  async close() {
    for (const signal of SIGNALS) process.off(signal, this.#end);
    await this.#drop();
  }

  async #once(work) {
    if (this.#told) throw this.#told;
    this.#browser ??= await launch();
    let timer;
    const stopped = new Promise((_, reject) => {
      this.#tell = reject;
      timer = setTimeout(() => reject(new Error(`not done within ${LIMIT_MS / 1000} s`)), LIMIT_MS);
    });
    try {
      return await Promise.race([work(this.#browser), stopped]);
    } catch (error) {
      await this.#drop();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #drop() {
    const browser = this.#browser;
    this.#browser = undefined;
    await browser?.close().catch(() => {});
  }
}

const SIGNALS = ["SIGINT", "SIGTERM"];

/** Signals are ours: Playwright would close the browser under the page that is being measured. */
const launch = () =>
  chromium.launch({
    executablePath: findChromium(),
    args: ARGS,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
