import type { CommandName, Commands } from "../src/bridge/wire.js";
import { CommandFault } from "./command-fault.js";
import { attach, detach, sendCommand } from "./debugger.js";
import { listTabs, openTab, tabNumber } from "./tabs.js";

export { CommandFault };

type Handlers = {
  [Name in CommandName]: (params: Commands[Name]["params"]) => Promise<Commands[Name]["result"] | undefined>;
};

const HANDLERS: Handlers = {
  tabs: listTabs,
  open: ({ url }) => openTab(url),
  async close({ tabId }) {
    await chrome.tabs.remove(tabNumber(tabId));
    return {};
  },
  async activate({ tabId }) {
    const tab = await chrome.tabs.update(tabNumber(tabId), { active: true });
    if (tab?.windowId !== undefined) await chrome.windows.update(tab.windowId, { focused: true });
    return {};
  },
  attach: ({ tabId }) => attach(tabId),
  detach: ({ tabId }) => detach(tabId),
  send: sendCommand,
};

/** Does what the bridge asks for. @throws what `CommandFault.of` can put in words. */
export async function obey<Name extends CommandName>(
  method: Name,
  params: Commands[Name]["params"],
): Promise<Commands[Name]["result"] | undefined> {
  if (!Object.hasOwn(HANDLERS, method))
    throw new CommandFault("protocol", `This extension knows no command ${method}.`);
  return HANDLERS[method](params);
}
