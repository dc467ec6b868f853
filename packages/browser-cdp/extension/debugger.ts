import type { BridgeEvent, CdpEvent, Commands } from "../src/bridge/wire.js";
import { CommandFault } from "./command-fault.js";
import { freePage, untilFreed } from "./free-page.js";
import { tabNumber } from "./tabs.js";

const attached = new Set<number>();

export async function attach(tabId: string): Promise<object> {
  const target = { tabId: tabNumber(tabId) };
  try {
    await attachNow(target);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (/No tab with/i.test(reason)) throw new CommandFault("unknown-tab", `${reason} List the tabs.`);
    throw new CommandFault(
      "attach-refused",
      `The browser lets no extension into tab ${tabId} (its own pages, the web store and other extensions are ` +
        `closed to all): ${reason}`,
    );
  }
  attached.add(target.tabId);
  return {};
}

async function attachNow(target: chrome.debugger.Debuggee): Promise<void> {
  try {
    await chrome.debugger.attach(target, "1.3");
  } catch (error) {
    if (!/already attached/i.test(String(error))) throw error;
    // From before this worker slept; nobody listens to that any more.
    await chrome.debugger.detach(target);
    await chrome.debugger.attach(target, "1.3");
  }
}

export async function detach(tabId: string): Promise<object> {
  const number = tabNumber(tabId);
  if (attached.delete(number)) await chrome.debugger.detach({ tabId: number });
  return {};
}

export async function detachAll(): Promise<void> {
  await Promise.allSettled([...attached].map((tabId) => chrome.debugger.detach({ tabId })));
  attached.clear();
}

export async function sendCommand(command: Commands["send"]["params"]): Promise<object> {
  const { tabId, sessionId, method, params } = command;
  const target = { tabId: tabNumber(tabId), ...(sessionId !== undefined && { sessionId }) };
  await untilFreed(target.tabId);
  if (method === "Runtime.terminateExecution") return freePage(target);
  return (await chrome.debugger.sendCommand(target, method, params as Record<string, unknown>)) ?? {};
}

export function watchDebugger(tell: (event: BridgeEvent) => void): void {
  chrome.debugger.onEvent.addListener((source, method, params) => {
    if (source.tabId === undefined) return;
    const { sessionId } = source as chrome.debugger.DebuggerSession;
    const cdp: CdpEvent = { tabId: String(source.tabId), method, params: params ?? {} };
    tell({ event: "cdp", cdp: sessionId === undefined ? cdp : { ...cdp, sessionId } });
  });
  chrome.debugger.onDetach.addListener(({ tabId }, reason) => {
    if (tabId === undefined || !attached.delete(tabId)) return;
    tell({ event: "detached", tabId: String(tabId), reason: REASONS[reason] ?? reason });
  });
}

const REASONS: Record<string, string> = {
  target_closed: "The tab was closed.",
  canceled_by_user: "The user pressed Cancel in the browser's bar about debugging.",
};
