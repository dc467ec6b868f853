import { mkdir } from "node:fs/promises";
import { BrowserError } from "../browser-error.js";
import type { BrowserLink, CdpSession, TabEvent, TabInfo } from "../browser-link.js";
import type { CdpConnection } from "./cdp-connection.js";
import { FlatSession } from "./flat-session.js";

/** A page that does not want to be left may keep its tab open. */
const CLOSE_MS = 3_000;

interface TargetInfo {
  targetId: string;
  type: string;
  title: string;
  url: string;
  openerId?: string;
}

/** A browser over the WebSocket of its debugging port. Made by `launchBrowser` and `attachBrowser`. */
export class CdpLink implements BrowserLink {
  readonly kind = "cdp";
  readonly closed: Promise<string>;
  readonly #listeners = new Set<(event: TabEvent) => void>();
  readonly #tabs = new Map<string, TabInfo>();

  private constructor(
    private readonly connection: CdpConnection,
    readonly product: string,
    private readonly newWindow: boolean,
    private readonly end: () => Promise<void>,
  ) {
    this.closed = connection.closed;
  }

  /** `end` closes the connection and, where it was launched, the browser. */
  static async open(connection: CdpConnection, end: () => Promise<void>): Promise<CdpLink> {
    const version = await connection.send<{ product: string; userAgent: string }>("", "Browser.getVersion");
    // Where there is no screen, every tab gets a window: only the tab in front of a window is painted.
    const newWindow = version.userAgent.includes("HeadlessChrome");
    const link = new CdpLink(connection, version.product, newWindow, end);
    connection.on("", "Target.targetCreated", (event: { targetInfo: TargetInfo }) =>
      link.#see(event.targetInfo),
    );
    connection.on("", "Target.targetInfoChanged", (event: { targetInfo: TargetInfo }) =>
      link.#see(event.targetInfo),
    );
    connection.on("", "Target.targetDestroyed", ({ targetId }: { targetId: string }) => {
      if (link.#tabs.delete(targetId)) link.#tell({ type: "tab-closed", tabId: targetId });
    });
    await connection.send("", "Target.setDiscoverTargets", { discover: true });
    return link;
  }

  async tabs(): Promise<TabInfo[]> {
    const { targetInfos } = await this.connection.send<{ targetInfos: TargetInfo[] }>(
      "",
      "Target.getTargets",
    );
    return targetInfos.filter(isTab).map(tabOf);
  }

  async openTab(url: string): Promise<TabInfo> {
    const { targetId } = await this.connection.send<{ targetId: string }>("", "Target.createTarget", {
      url,
      ...(this.newWindow ? { newWindow: true } : { background: true }),
    });
    return this.#tabs.get(targetId) ?? { id: targetId, title: "", url };
  }

  async closeTab(tabId: string): Promise<void> {
    const gone = this.#goneWithin(tabId, CLOSE_MS);
    await this.connection.send("", "Target.closeTarget", { targetId: tabId }).catch(unknownTab(tabId));
    await gone;
  }

  async activateTab(tabId: string): Promise<void> {
    await this.connection.send("", "Target.activateTarget", { targetId: tabId }).catch(unknownTab(tabId));
  }

  async attach(tabId: string): Promise<CdpSession> {
    const { sessionId } = await this.connection
      .send<{ sessionId: string }>("", "Target.attachToTarget", { targetId: tabId, flatten: true })
      .catch(unknownTab(tabId));
    return new FlatSession(this.connection, sessionId);
  }

  async setDownloadFolder(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    await this.connection.send("", "Browser.setDownloadBehavior", {
      behavior: "allow",
      downloadPath: folder,
      eventsEnabled: true,
    });
  }

  onTab(listener: (event: TabEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  close(): Promise<void> {
    return this.end();
  }

  /** The answer to a close comes before the tab is gone. */
  #goneWithin(tabId: string, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        off();
        resolve();
      };
      const off = this.onTab((event) => {
        if (event.type === "tab-closed" && event.tabId === tabId) end();
      });
      const timer = setTimeout(end, ms);
    });
  }

  #see(info: TargetInfo): void {
    if (!isTab(info)) return;
    const tab = tabOf(info);
    const type = this.#tabs.has(tab.id) ? "tab-changed" : "tab-opened";
    this.#tabs.set(tab.id, tab);
    this.#tell({ type, tab });
  }

  #tell(event: TabEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}

const isTab = ({ type, url }: TargetInfo): boolean => type === "page" && !url.startsWith("devtools://");

const tabOf = ({ targetId, title, url, openerId }: TargetInfo): TabInfo => ({
  ...{ id: targetId, title, url },
  ...(openerId && { openerId }),
});

const unknownTab =
  (tabId: string) =>
  (error: unknown): never => {
    if (error instanceof BrowserError && error.code === "protocol")
      throw new BrowserError(
        "unknown-tab",
        `There is no tab ${tabId}: ${error.message}. List the tabs.`,
        error,
      );
    throw error;
  };
