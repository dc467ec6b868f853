import type { CdpSession } from "../browser-link.js";

interface Request {
  loaderId: string;
  startedAt: number;
}

/** Streams and beacons never end, and say nothing about whether a page is ready. */
const ENDLESS = new Set(["WebSocket", "EventSource", "Ping", "Media", "Preflight", "Prefetch"]);
/** A request that is open for longer is a long poll. */
const LONG_POLL_MS = 8_000;

/** Which requests of a tab are under way, and whether its page is being loaded. */
export class NetworkWatch {
  readonly #open = new Map<string, Request>();
  #loading = false;
  /** Counts starts of requests and of page loads. */
  starts = 0;
  /** Counts documents of the main frame. */
  navigations = 0;
  url = "";

  private constructor(private readonly mainFrameId: string) {}

  static async open(session: CdpSession, mainFrameId: string): Promise<NetworkWatch> {
    const watch = new NetworkWatch(mainFrameId);
    watch.#listen(session);
    await session.send("Network.enable", { maxTotalBufferSize: 1_000_000, maxResourceBufferSize: 500_000 });
    return watch;
  }

  get isQuiet(): boolean {
    if (this.#loading) return false;
    const long = Date.now() - LONG_POLL_MS;
    return ![...this.#open.values()].some(({ startedAt }) => startedAt > long);
  }

  #listen(session: CdpSession): void {
    session.on<{ requestId: string; loaderId: string; frameId?: string; type?: string }>(
      "Network.requestWillBeSent",
      ({ requestId, loaderId, frameId, type = "" }) => {
        // The end of a frame's document may be told to another process.
        if (ENDLESS.has(type) || (type === "Document" && frameId !== this.mainFrameId)) return;
        this.starts++;
        this.#open.set(requestId, { loaderId, startedAt: Date.now() });
      },
    );
    const end = ({ requestId }: { requestId: string }) => void this.#open.delete(requestId);
    session.on("Network.loadingFinished", end);
    session.on("Network.loadingFailed", end);
    session.on<{ requestId: string; type: string }>("Network.responseReceived", (response) => {
      if (ENDLESS.has(response.type)) end(response);
    });
    const load = (loading: boolean) => (event: { frameId: string }) => {
      if (event.frameId !== this.mainFrameId) return;
      this.#loading = loading;
      if (loading) this.starts++;
    };
    session.on("Page.frameStartedLoading", load(true));
    session.on("Page.frameStoppedLoading", load(false));
    session.on<{ frame: { id: string; url: string; loaderId: string } }>(
      "Page.frameNavigated",
      ({ frame }) => {
        if (frame.id !== this.mainFrameId) return;
        this.navigations++;
        this.url = frame.url;
        for (const [id, { loaderId }] of this.#open) if (loaderId !== frame.loaderId) this.#open.delete(id);
      },
    );
    session.on<{ frameId: string; url: string }>("Page.navigatedWithinDocument", ({ frameId, url }) => {
      if (frameId === this.mainFrameId) this.url = url;
    });
  }
}
