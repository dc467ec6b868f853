import { BrowserError } from "../browser-error.js";
import type { BrowserLink, TabInfo } from "../browser-link.js";
import type { DialogPolicy } from "./dialogs.js";
import { ownersOf } from "./owners.js";
import type { SettleOptions } from "./settle.js";
import { Tab } from "./tab.js";

export interface DriverOptions {
  /** Default `careful`. */
  dialogs?: DialogPolicy;
  /** Where downloads go. Default: where the browser puts them. */
  downloads?: string;
}

export interface DriverTab extends TabInfo {
  /** The tab works for this driver: it opened it, switched to it, or one of its pages opened it. */
  own: boolean;
  /** The driver's current tab. */
  current: boolean;
}

/**
 * One run's hold on a browser. The tabs it works in are its own: two drivers on one browser never share a current
 * tab, and what one opens is nothing to the other. Does no I/O until it is used.
 */
export class BrowserDriver {
  readonly #dialogs: DialogPolicy;
  readonly #owners: Map<string, object>;
  readonly #open = new Map<string, Promise<Tab>>();
  /** Tabs that this driver may close: those it or its pages opened. */
  readonly #made = new Set<string>();
  #current: string | undefined;
  #opened: string[] = [];
  #downloads: Promise<void> | undefined;
  readonly #stop: () => void;

  constructor(
    readonly link: BrowserLink,
    private readonly options: DriverOptions = {},
  ) {
    this.#dialogs = options.dialogs ?? "careful";
    this.#owners = ownersOf(link);
    this.#stop = link.onTab((event) => {
      if (event.type === "tab-closed") this.#forget(event.tabId);
      else if (event.type === "tab-opened") this.#adopt(event.tab);
    });
  }

  /** Every tab of the browser. */
  async tabs(): Promise<DriverTab[]> {
    const tabs = await this.link.tabs();
    return tabs.map((tab) => ({
      ...tab,
      own: this.#owners.get(tab.id) === this,
      current: tab.id === this.#current,
    }));
  }

  /** Opens a tab, makes it the current one and waits until its page has settled. */
  async openTab(url = "about:blank", options?: SettleOptions): Promise<Tab> {
    const info = await this.link.openTab("about:blank");
    this.#made.add(info.id);
    const tab = await this.#take(info.id);
    if (url !== "about:blank") await tab.goto(url, options);
    return tab;
  }

  /** @throws BrowserError `unknown-tab`, `not-yours` when another driver of this program works in it */
  async switchTab(id: string): Promise<Tab> {
    if (!(await this.link.tabs()).some((tab) => tab.id === id))
      throw new BrowserError("unknown-tab", `There is no tab ${id}. List the tabs.`);
    return this.#take(id);
  }

  /** The tab that calls without a tab mean. Where there is none yet: a blank one that nobody uses, or a new one. */
  async currentTab(): Promise<Tab> {
    if (this.#current !== undefined) return this.#take(this.#current);
    const blank = (await this.link.tabs()).find(
      ({ id, url }) => url === "about:blank" && !this.#owners.has(id),
    );
    return blank ? this.#take(blank.id) : this.openTab();
  }

  get currentTabId(): string | undefined {
    return this.#current;
  }

  /** @throws BrowserError `not-yours` for a tab that was there before */
  async closeTab(id: string): Promise<void> {
    if (!this.#made.has(id))
      throw new BrowserError(
        "not-yours",
        `Tab ${id} was not opened by this run, so it stays open. Close it by hand.`,
      );
    await this.link.closeTab(id);
    this.#forget(id);
  }

  /** Tabs that its pages opened since the last call. */
  async takeOpened(): Promise<TabInfo[]> {
    const opened = new Set(this.#opened.splice(0));
    return opened.size === 0 ? [] : (await this.link.tabs()).filter(({ id }) => opened.has(id));
  }

  /** Lets go of the tabs; the link lives on. The tabs that it opened are closed when asked for. */
  async close({ closeTabs = false }: { closeTabs?: boolean } = {}): Promise<void> {
    this.#stop();
    const tabs = await Promise.all([...this.#open.values()].map((tab) => tab.catch(() => undefined)));
    await Promise.all(tabs.map((tab) => tab?.detach().catch(() => {})));
    if (closeTabs) await Promise.all([...this.#made].map((id) => this.link.closeTab(id).catch(() => {})));
    for (const [id, owner] of this.#owners) if (owner === this) this.#owners.delete(id);
  }

  async #take(id: string): Promise<Tab> {
    const owner = this.#owners.get(id);
    if (owner !== undefined && owner !== this)
      throw new BrowserError("not-yours", `Tab ${id} belongs to another run. Open one of your own.`);
    this.#owners.set(id, this);
    this.#current = id;
    const known = this.#open.get(id);
    if (known) return known;
    const opening = this.#attach(id);
    this.#open.set(id, opening);
    return opening.catch((error) => {
      if (this.#open.get(id) === opening) this.#forget(id);
      throw error;
    });
  }

  async #attach(id: string): Promise<Tab> {
    const { downloads } = this.options;
    if (downloads) this.#downloads ??= this.link.setDownloadFolder(downloads);
    await this.#downloads;
    const session = await this.link.attach(id);
    void session.closed.then(() => this.#open.delete(id));
    return Tab.open(id, session, this.#dialogs);
  }

  /** A tab that a page of this driver opened is this driver's. */
  #adopt(tab: TabInfo): void {
    if (!tab.openerId || this.#owners.get(tab.openerId) !== this || this.#owners.has(tab.id)) return;
    this.#owners.set(tab.id, this);
    this.#made.add(tab.id);
    this.#opened.push(tab.id);
  }

  #forget(id: string): void {
    if (this.#owners.get(id) === this) this.#owners.delete(id);
    this.#open.delete(id);
    this.#made.delete(id);
    if (this.#current === id) this.#current = undefined;
  }
}
