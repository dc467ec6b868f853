/** A browser as the tools use it. Opened by the first call; a call on a browser that has died opens it anew. */
export interface BrowserPort {
  tabs(signal: AbortSignal): Promise<BrowserTab[]>;
  /** Makes it the tab that all later calls mean. */
  switchTab(id: string, signal: AbortSignal): Promise<void>;
  /** The view of the current tab; undefined while the run has none. */
  scan(request: ViewRequest, signal: AbortSignal): Promise<BrowserView | undefined>;
  /** Does the steps in the current tab, one after another. The result is that of the last one. */
  run(steps: readonly BrowserStep[], options: RunOptions): Promise<BrowserOutcome>;
}

export interface BrowserTab {
  /** Short: the model writes it. */
  id: string;
  title: string;
  url: string;
  /** The run works in it. */
  own: boolean;
  current: boolean;
}

export interface ViewRequest {
  form: "outline" | "text";
  maxChars: number;
  budgetTokens: number;
  keep?: string[];
  region?: string;
}

export interface BrowserView {
  tab: BrowserTab;
  text: string;
}

export type BrowserStep =
  | { kind: "script"; script: string }
  /** Input as from a person, and what only the browser can do. */
  | { kind: "act"; name: string; args: StepArgument[] };

export type StepArgument = string | number | boolean | null | { [name: string]: StepArgument };

export interface RunOptions {
  /** Wait until the page has settled, and say what changed. */
  observe: boolean;
  signal: AbortSignal;
}

export interface BrowserOutcome {
  /** Undefined where the last step has no result. */
  text?: string;
  /** A picture or a document. */
  file?: { data: Uint8Array; mediaType: string };
  /** The page went away under the script. */
  lost?: boolean;
  changes?: BrowserChanges;
}

export interface BrowserChanges {
  navigated?: { url: string; title: string };
  /** One line each: `+` came, `-` went, `~` came and went. */
  diff: string;
  /** One sentence each. */
  dialogs: string[];
  downloads: string[];
  openedTabs: BrowserTab[];
  settled: boolean;
}
