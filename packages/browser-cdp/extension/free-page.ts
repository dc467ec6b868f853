/** A page that runs a loop answers nothing; one that only waits answers at once. */
const ALIVE_WITHIN_MS = 500;

const CRASH_WITHIN_MS = 2000;

/** Tabs that are being freed: other commands for them wait. */
const freeing = new Map<number, Promise<void>>();

export const untilFreed = (tabId: number): Promise<void> | undefined => freeing.get(tabId);

/**
 * Stands in for `Runtime.terminateExecution`, which Chrome keeps from extensions. A page that hangs is ended and
 * loaded again, since nothing gentler reaches it; any other is left as it is.
 */
export async function freePage(target: chrome.debugger.DebuggerSession & { tabId: number }): Promise<object> {
  const freed = endIfHung(target).finally(() => freeing.delete(target.tabId));
  freeing.set(target.tabId, freed);
  await freed;
  return {};
}

async function endIfHung({
  tabId,
  sessionId,
}: chrome.debugger.DebuggerSession & { tabId: number }): Promise<void> {
  const target = sessionId === undefined ? { tabId } : { tabId, sessionId };
  const isAlive = await Promise.race([
    chrome.debugger.sendCommand(target, "Runtime.evaluate", { expression: "0" }).then(
      () => true,
      () => true, // an answer all the same
    ),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ALIVE_WITHIN_MS)),
  ]);
  if (isAlive) return;
  const crashed = nextCrash(tabId);
  // Not waited for: what a page was asked before it crashed is never answered.
  void chrome.debugger.sendCommand(target, "Page.crash").catch(() => undefined);
  await crashed;
  await chrome.tabs.reload(tabId);
}

function nextCrash(tabId: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(limit);
      chrome.debugger.onEvent.removeListener(listen);
      resolve();
    };
    const listen = (source: chrome.debugger.DebuggerSession, method: string) => {
      if (source.tabId === tabId && method === "Inspector.targetCrashed") done();
    };
    const limit = setTimeout(done, CRASH_WITHIN_MS);
    chrome.debugger.onEvent.addListener(listen);
  });
}
