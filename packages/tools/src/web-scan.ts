import { TOOL_LIMITS } from "@genericagent/context";
import type { Tool } from "@genericagent/core-loop";
import type { BrowserPort, BrowserTab } from "./browser/browser-port.js";
import { browserProblem } from "./browser/browser-problem.js";
import { describeTab } from "./browser/describe-changes.js";

interface WebScanArgs {
  tabs_only?: boolean;
  switch_tab_id?: string;
  text_only?: boolean;
  /** Selectors of what is hidden but needed, with commas between them. */
  keep?: string;
  region?: string;
}

/** Most tokens of a view, whatever its characters: 35 000 of them may be 20 000 tokens. */
const BUDGET_TOKENS = 8_000;
/** Other tabs of the run that are named beside a view. */
const NAMED_TABS = 6;

/** Shows the current tab as text with handles, and which tabs there are. */
export const webScan = (browser: BrowserPort): Tool => ({
  spec: {
    name: "web_scan",
    description: "Read the tab; [12 Save] is handle e12.",
    parameters: {
      type: "object",
      properties: {
        tabs_only: { type: "boolean" },
        switch_tab_id: { type: "string" },
        text_only: { type: "boolean" },
        keep: { type: "string", description: "hidden CSS" },
        region: { type: "string", description: "handle or CSS" },
      },
    },
  },
  async run(rawArgs, { signal }) {
    const args = rawArgs as WebScanArgs;
    try {
      if (args.switch_tab_id) await browser.switchTab(args.switch_tab_id, signal);
      const tabs = await browser.tabs(signal);
      if (args.tabs_only) return { data: listOf(tabs) };
      const view = await browser.scan(viewRequest(args), signal);
      if (!view) return { data: `This run has no tab yet. ${NO_TAB}\n${listOf(tabs)}` };
      const text = view.text || "(nothing is visible)";
      const head = [`tab ${describeTab(view.tab)}`, ...others(tabs)];
      return { data: [...head, "", text, ...hints(text)].join("\n") };
    } catch (error) {
      throw browserProblem(error, signal);
    }
  },
});

const NO_TAB = "Choose one with switch_tab_id, or open a page: web_execute_js ga.open('https://…').";

function viewRequest({ text_only, keep, region }: WebScanArgs) {
  const { maxTextChars, maxHtmlChars } = TOOL_LIMITS.web_scan;
  return {
    form: text_only ? ("text" as const) : ("outline" as const),
    maxChars: text_only ? maxTextChars : maxHtmlChars,
    budgetTokens: BUDGET_TOKENS,
    ...(keep?.trim() && { keep: [keep] }),
    ...(region && { region }),
  };
}

/** What the schema leaves out for brevity is said where it is needed. */
function hints(text: string): string[] {
  const upload = /\[([a-z]?\d+)↑/.exec(text)?.[1];
  const picture = /\[([a-z]?\d+) (?:canvas|media)/.exec(text)?.[1];
  return [
    ...(/ behind: body\)$/m.test(text) ? [`(an overlay is over the page: region "body" shows all)`] : []),
    ...(upload ? [`(↑ takes files: web_execute_js ga.upload('e${upload}', path))`] : []),
    ...(picture ? [`(to see it: web_execute_js ga.screenshot('e${picture}'))`] : []),
  ];
}

/** The run's own other tabs by name, those of the user by number. */
function others(tabs: readonly BrowserTab[]): string[] {
  const own = tabs.filter((tab) => tab.own && !tab.current);
  const named = own.slice(0, NAMED_TABS).map((tab) => `other tab ${describeTab(tab)}`);
  const rest = tabs.filter(({ current }) => !current).length - named.length;
  return [...named, ...(rest > 0 ? [`${rest} more tabs (tabs_only)`] : [])];
}

const listOf = (tabs: readonly BrowserTab[]): string =>
  tabs.map((tab) => `${tab.current ? "→" : tab.own ? "•" : " "} ${describeTab(tab)}`).join("\n") ||
  "No tab is open.";
