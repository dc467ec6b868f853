import type { PageScanOptions, PageScanResult } from "@genericagent/simphtml";
import { BrowserError } from "../browser-error.js";
import type { CdpSession } from "../browser-link.js";
import { PageInput } from "../input/page-input.js";
import { type Cookie, cookiesOf, deleteCookie, type NewCookie, setCookies } from "./cookies.js";
import { type DialogPolicy, Dialogs } from "./dialogs.js";
import { type Download, DownloadWatch } from "./download-watch.js";
import { evaluateScript, type ScriptOptions, type ScriptResult } from "./evaluate.js";
import type { RunOptions } from "./frame.js";
import { FrameTree } from "./frame-tree.js";
import { LongResults, type ResultPart } from "./long-results.js";
import { NetworkWatch } from "./network-watch.js";
import { type PdfOptions, printToPdf, type ScreenshotOptions, screenshot } from "./pictures.js";
import { scanFrames } from "./scan-frames.js";
import { scriptFrame } from "./script-frame.js";
import { type SettleOptions, settle } from "./settle.js";

export interface EvaluateOptions extends ScriptOptions {
  /** Most characters of `text`. Default 8 000. */
  maxChars?: number;
}

export interface Evaluated extends ScriptResult {
  /** Characters of the whole text. */
  totalChars: number;
  /** Where the text was cut: the name under which `readResult` reads on. */
  more?: string;
}

/** A tab that a run works in. Made by `BrowserDriver`. */
export class Tab {
  readonly input: PageInput;
  readonly #results = new LongResults();

  private constructor(
    readonly id: string,
    readonly session: CdpSession,
    readonly dialogs: Dialogs,
    private readonly frames: FrameTree,
    private readonly network: NetworkWatch,
    private readonly downloadWatch: DownloadWatch,
  ) {
    this.input = new PageInput(frames, dialogs);
  }

  static async open(id: string, session: CdpSession, policy: DialogPolicy): Promise<Tab> {
    const dialogs = new Dialogs(session, policy);
    const downloads = new DownloadWatch(session);
    const frames = await FrameTree.open(session);
    const network = await NetworkWatch.open(session, frames.main.frameId);
    // The page is told that it has the focus, so that it works on while another tab is in front.
    await session.send("Emulation.setFocusEmulationEnabled", { enabled: true }).catch(() => {});
    return new Tab(id, session, dialogs, frames, network, downloads);
  }

  /** Counts the documents that this tab has shown. */
  get navigations(): number {
    return this.network.navigations;
  }

  /** The address of the document, as far as it was told. */
  get url(): string {
    return this.network.url;
  }

  /**
   * Runs a script in the page. `await` works anywhere, the last expression is the result, `$("e12")` is the element
   * of a handle.
   *
   * @throws BrowserError `page-error` (the script threw), `timeout`, `dialog-open`
   */
  async evaluate(script: string, options: EvaluateOptions = {}): Promise<Evaluated> {
    const { maxChars = 8_000 } = options;
    const result = await this.dialogs.guard("run the script", () =>
      evaluateScript(scriptFrame(this.frames, script), script, options),
    );
    const { text, more } = this.#results.cap(result.text, maxChars);
    return { ...result, text, totalChars: result.text.length, ...(more && { more }) };
  }

  /** Reads on in a result that was too long. */
  readResult(name: string, start?: number, count?: number): ResultPart {
    return this.#results.read(name, start, count);
  }

  /** @throws ScanError for a bad option */
  scan(options: PageScanOptions = {}, run?: RunOptions): Promise<PageScanResult> {
    return this.dialogs.guard("scan the page", () => scanFrames(this.frames, options, run));
  }

  /** Goes to an address and waits until the page has settled. */
  async goto(url: string, options?: SettleOptions): Promise<void> {
    await this.dialogs.guard(`open ${url}`, async () => {
      const { errorText } = await this.session.send<{ errorText?: string }>("Page.navigate", { url });
      // A download is no page, and no failure.
      if (errorText && errorText !== "net::ERR_ABORTED")
        throw new BrowserError("page-error", `Cannot open ${url}: ${errorText}.`);
      await this.settle(options);
    });
  }

  async reload(options?: SettleOptions): Promise<void> {
    await this.dialogs.guard("reload", async () => {
      await this.session.send("Page.reload");
      await this.settle(options);
    });
  }

  /** Waits by what happens: until no request is open and the document does not change. */
  settle(options?: SettleOptions): Promise<boolean> {
    if (this.dialogs.open) return Promise.resolve(false);
    return settle(this.frames.main, this.network, options);
  }

  screenshot(options?: ScreenshotOptions): Promise<Buffer> {
    return this.dialogs.guard("take a picture", () => screenshot(this.frames, options));
  }

  pdf(options?: PdfOptions): Promise<Buffer> {
    return this.dialogs.guard("print", () => printToPdf(this.session, options));
  }

  cookies(urls?: readonly string[]): Promise<Cookie[]> {
    return cookiesOf(this.session, urls);
  }

  setCookies(cookies: readonly NewCookie[]): Promise<void> {
    return setCookies(this.session, cookies);
  }

  deleteCookie(name: string, where: { url?: string; domain?: string; path?: string }): Promise<void> {
    return deleteCookie(this.session, name, where);
  }

  /** Downloads that began since the last call. */
  takeDownloads(): Download[] {
    return this.downloadWatch.take();
  }

  /** The scan's watch for messages is ended with the tab's session. */
  detach(): Promise<void> {
    return this.session.detach();
  }
}
