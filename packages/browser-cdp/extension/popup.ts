import type { Status } from "./status.js";

/** Two lines for each state: what is, and what to do. */
function wordsOf(status: Status): [state: string, detail: string] {
  switch (status.kind) {
    case "connected":
      return [
        "Connected to ga on this computer.",
        `It can see and use the tabs of this browser. (127.0.0.1:${status.port}, ${status.by === "socket" ? "WebSocket" : "requests, because no WebSocket could be had"})`,
      ];
    case "refused":
      return ["Not connected: the bridge refused.", status.message];
    case "unpaired":
      return [
        "Not connected: no token.",
        "Run “ga browser setup” and load the folder that it names, not another copy.",
      ];
    case "searching":
      return [
        "Ready; nothing is connected.",
        "No ga is using this browser now. It connects by itself when one does.",
      ];
  }
}

function show(status: Status): void {
  const [state, detail] = wordsOf(status);
  const lamp = document.getElementById("lamp");
  if (lamp) lamp.className = status.kind;
  setText("state", state);
  setText("detail", detail);
}

function setText(id: string, text: string): void {
  const element = document.getElementById(id);
  if (element) element.textContent = text;
}

chrome.runtime.onMessage.addListener((status: Status) => show(status));
show(await chrome.runtime.sendMessage<string, Status>("status"));
