import { resolve } from "node:path";
import type { BrowserDriver, ClickOptions, Tab, TypeOptions } from "@genericagent/browser-cdp";
import type { BrowserOutcome, StepArgument } from "@genericagent/tools";
import { AgentError } from "../agent-error.js";

export interface ActPlace {
  driver: BrowserDriver;
  tab: Tab;
  /** Paths of uploads start here. */
  cwd: string;
  /** A tab by its short id. */
  idOf(short: string): string;
  shortOf(id: string): string;
}

type Act = (place: ActPlace, args: StepArgument[]) => Promise<BrowserOutcome | void>;

const words = (values: readonly StepArgument[]): string[] => values.map(String);
const options = <T>(value: StepArgument | undefined): T =>
  (typeof value === "object" && value !== null ? value : {}) as T;

/** What a script may ask of the program, as `ga.click("e12")`. */
const ACTS: Record<string, Act> = {
  click: ({ tab }, [target, more]) => tab.input.click(String(target), options<ClickOptions>(more)),
  hover: ({ tab }, [target]) => tab.input.hover(String(target)),
  type: ({ tab }, [target, text, more]) =>
    tab.input.type(String(target), String(text), options<TypeOptions>(more)),
  press: ({ tab }, chords) => tab.input.press(...words(chords)),
  scroll: ({ tab }, [deltaY, target]) =>
    tab.input.scroll(Number(deltaY ?? 600), target === undefined ? undefined : String(target)),
  select: async ({ tab }, [target, ...values]) => ({
    text: `chosen: ${(await tab.input.select(String(target), ...words(values))).join(", ")}`,
  }),
  upload: ({ tab, cwd }, [target, ...paths]) =>
    tab.input.upload(String(target), ...words(paths).map((path) => resolve(cwd, path))),
  open: ({ tab }, [url]) => tab.goto(address(url)),
  newTab: async ({ driver, shortOf }, [url]) => {
    const tab = await driver.openTab(url === undefined ? undefined : address(url));
    return { text: `tab ${shortOf(tab.id)}` };
  },
  closeTab: ({ driver, tab, idOf }, [id]) => driver.closeTab(id === undefined ? tab.id : idOf(String(id))),
  reload: ({ tab }) => tab.reload(),
  back: async ({ tab }) => void (await tab.evaluate("history.back()")),
  dialogs: async ({ tab }, [policy, text]) => {
    if (policy !== "accept" && policy !== "dismiss") throw badDialogs(policy);
    tab.dialogs.policy = policy;
    tab.dialogs.promptText = text === undefined ? undefined : String(text);
    if (tab.dialogs.open) await tab.dialogs.answer(policy === "accept", tab.dialogs.promptText);
  },
  screenshot: async ({ tab }, [target, more]) => {
    const of = typeof target === "string" ? { of: target } : options<object>(target);
    return {
      file: { data: await tab.screenshot({ ...of, ...options<object>(more) }), mediaType: "image/png" },
    };
  },
  pdf: async ({ tab }) => ({ file: { data: await tab.pdf(), mediaType: "application/pdf" } }),
  cookies: async ({ tab }, urls) => ({
    text: JSON.stringify(await tab.cookies(urls.length > 0 ? words(urls) : undefined)),
  }),
};

export async function doAct(name: string, args: StepArgument[], place: ActPlace): Promise<BrowserOutcome> {
  const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
  if (!act)
    throw new AgentError(
      "invalid-options",
      `There is no ga.${name}. There are ${Object.keys(ACTS).join(", ")}.`,
    );
  return (await act(place, args)) ?? { text: "done" };
}

/** What people write in an address bar. */
const address = (url: StepArgument | undefined): string =>
  /^[a-z][a-z0-9+.-]*:/i.test(String(url)) && !/^[\w.-]+:\d+(\/|$)/.test(String(url))
    ? String(url)
    : `https://${url}`;

const badDialogs = (policy: StepArgument | undefined): AgentError =>
  new AgentError("invalid-options", `ga.dialogs takes "accept" or "dismiss", not ${JSON.stringify(policy)}.`);
