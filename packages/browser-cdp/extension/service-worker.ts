import { connectAgain, connectSoon, currentStatus, sendEvent } from "./connection.js";
import { watchDebugger } from "./debugger.js";
import { watchDownloads } from "./downloads.js";
import { watchTabs } from "./tabs.js";

// Chrome puts the worker to sleep when nothing happens for 30 s. Each of these wakes it, and it asks for the bridge.
chrome.runtime.onInstalled.addListener(connectSoon);
chrome.runtime.onStartup.addListener(connectSoon);
chrome.alarms.onAlarm.addListener(connectAgain);
chrome.alarms.create("wake", { periodInMinutes: 0.5 });

watchTabs((event) => {
  sendEvent(event);
  void connectSoon();
});
watchDebugger(sendEvent);
watchDownloads(sendEvent);

// The popup asks what to show. Nobody else can: other extensions and pages come by other events.
chrome.runtime.onMessage.addListener((message, _sender, answer) => {
  if (message !== "status") return;
  void connectSoon();
  answer(currentStatus());
});
