import type { BrowserDriver, BrowserLink, Changes, DriverTab, TabInfo } from "@genericagent/browser-cdp";
import type {
  BrowserChanges,
  BrowserOutcome,
  BrowserPort,
  BrowserStep,
  BrowserTab,
  BrowserView,
  RunOptions,
  ViewRequest,
} from "@genericagent/tools";
import { AgentError } from "../agent-error.js";
import { type BrowserPlace, openLink } from "./open-link.js";
import { doAct } from "./page-acts.js";

const SCRIPT_TIMEOUT_MS = 30_000;
const SCAN_TIMEOUT_MS = 30_000;
/** What an act sets off is waited for before the next step. */
const BETWEEN_STEPS_MS = 3_000;

interface OpenBrowser {
  link: BrowserLink;
  driver: BrowserDriver;
  isGone(): boolean;
}

/** The browser of one run: opened by the first call, opened anew when it has died, closed with the run. */
export class AgentBrowser implements BrowserPort {
  #opening: Promise<OpenBrowser> | undefined;
  readonly #short = new Map<string, string>();

  constructor(private readonly place: BrowserPlace & { cwd: string; downloads: string }) {}

  async tabs(signal: AbortSignal): Promise<BrowserTab[]> {
    const driver = await this.#driver(signal);
    return (await driver.tabs()).map((tab) => this.#tab(tab));
  }

  async switchTab(id: string, signal: AbortSignal): Promise<void> {
    const driver = await this.#driver(signal);
    await driver.tabs().then((tabs) => tabs.map((tab) => this.#tab(tab)));
    await driver.switchTab(this.#idOf(id));
  }

  async scan(request: ViewRequest, signal: AbortSignal): Promise<BrowserView | undefined> {
    const driver = await this.#driver(signal);
    if (driver.currentTabId === undefined) return undefined;
    const tab = await driver.currentTab();
    const { text, title, url } = await tab.scan(request, { timeoutMs: SCAN_TIMEOUT_MS, signal });
    return { tab: this.#tab({ id: tab.id, title, url, own: true, current: true }), text };
  }

  async run(steps: readonly BrowserStep[], { observe: watch, signal }: RunOptions): Promise<BrowserOutcome> {
    const driver = await this.#driver(signal);
    const tab = await driver.currentTab();
    const act = () => this.#steps(driver, steps, signal);
    if (!watch) return act();
    const { observe } = await import("@genericagent/browser-cdp");
    const { result, changes } = await observe(driver, tab, act, { signal });
    return { ...result, changes: this.#changes(changes) };
  }

  /** Closes a browser that was launched for the run. The user's own lives on, with what the run opened for its user. */
  async close(): Promise<void> {
    const open = await this.#opening?.catch(() => undefined);
    this.#opening = undefined;
    await open?.driver.close({ closeTabs: !this.#isUsersOwn }).catch(() => {});
    await open?.link.close().catch(() => {});
  }

  async #driver(signal: AbortSignal): Promise<BrowserDriver> {
    signal.throwIfAborted();
    this.#opening ??= this.#open();
    const opening = this.#opening;
    const forget = () => {
      if (this.#opening === opening) this.#opening = undefined;
    };
    const { driver, isGone } = await opening.catch((error) => {
      forget();
      throw error;
    });
    if (!isGone()) return driver;
    forget();
    return this.#driver(signal);
  }

  get #isUsersOwn(): boolean {
    const { mode, endpoint } = this.place.config ?? {};
    return mode === "bridge" || (mode === "attach" && endpoint === undefined);
  }

  async #open(): Promise<OpenBrowser> {
    const { BrowserDriver } = await import("@genericagent/browser-cdp");
    const link = await openLink(this.place);
    let gone = false;
    void link.closed.then(() => {
      gone = true;
    });
    return { link, driver: new BrowserDriver(link, { downloads: this.place.downloads }), isGone: () => gone };
  }

  async #steps(
    driver: BrowserDriver,
    steps: readonly BrowserStep[],
    signal: AbortSignal,
  ): Promise<BrowserOutcome> {
    let outcome: BrowserOutcome = {};
    for (const [index, step] of steps.entries()) {
      signal.throwIfAborted();
      const tab = await driver.currentTab();
      if (step.kind === "script") {
        const options = { maxChars: Infinity, timeoutMs: SCRIPT_TIMEOUT_MS, signal };
        const { text, navigated } = await tab.evaluate(step.script, options);
        outcome = navigated ? { lost: true } : { text };
        continue;
      }
      const { cwd } = this.place;
      const idOf = (short: string) => this.#idOf(short);
      const shortOf = (id: string) => this.#shortOf(id);
      outcome = await doAct(step.name, step.args, { driver, tab, cwd, idOf, shortOf });
      if (index < steps.length - 1) await tab.settle({ maxMs: BETWEEN_STEPS_MS, signal }).catch(() => false);
    }
    return outcome;
  }

  #changes({ dialogs, downloads, openedTabs, ...rest }: Changes): BrowserChanges {
    return {
      ...rest,
      dialogs: dialogs.map(({ type, message, answer }) => `${type} "${message.slice(0, 200)}" was ${answer}`),
      downloads: downloads.map(
        ({ file, state }) => `download of ${file}: ${state}, in ${this.place.downloads}`,
      ),
      openedTabs: openedTabs.map((tab) => this.#tab({ ...tab, own: true, current: false })),
    };
  }

  #tab({
    id,
    title,
    url,
    own,
    current,
  }: DriverTab | (TabInfo & { own: boolean; current: boolean })): BrowserTab {
    return { id: this.#shortOf(id), title, url, own, current };
  }

  #shortOf(id: string): string {
    const known = this.#short.get(id);
    if (known) return known;
    const short = `t${this.#short.size + 1}`;
    this.#short.set(id, short);
    return short;
  }

  #idOf(short: string): string {
    const wanted = short.trim();
    for (const [id, own] of this.#short) if (own === wanted || id === wanted) return id;
    throw new AgentError("invalid-options", `There is no tab ${wanted}. web_scan with tabs_only lists them.`);
  }
}
