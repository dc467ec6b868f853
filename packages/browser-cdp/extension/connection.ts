import type { Channel } from "../src/bridge/channel.js";
import type { AnswerMessage, BridgeEvent, CommandMessage } from "../src/bridge/wire.js";
import { detachAll } from "./debugger.js";
import { CommandFault, obey } from "./obey.js";
import { openChannel } from "./open-channel.js";
import type { Status } from "./status.js";

/** Milliseconds between attempts while the worker is awake; the last covers the time to the next alarm. */
const DELAYS_MS = [0, 300, 1000, 2000, 3000, 4000, 5000, 7000, 8000];

let status: Status = { kind: "searching" };
let channel: Channel | undefined;
let isTrying = false;

export const currentStatus = (): Status => status;

export function sendEvent(event: BridgeEvent): void {
  channel?.send(event);
}

/** Looks for the bridge until it is found or the worker would sleep anyway. Does nothing while connected. */
export async function connectAgain(): Promise<void> {
  if (channel || isTrying) return;
  isTrying = true;
  try {
    for (const delayMs of DELAYS_MS) {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      const opened = await openChannel();
      if (opened.channel) return serve(opened.channel, opened.status);
      show(opened.status);
    }
  } finally {
    isTrying = false;
  }
}

function serve(opened: Channel, connected: Status): void {
  channel = opened;
  show(connected);
  opened.onMessage((message) => {
    if ("id" in message && "method" in message) void answer(opened, message);
  });
  void opened.closed.then(async (reason) => {
    channel = undefined;
    show({ kind: "searching", last: reason });
    // Without a bridge nobody steers: the browser's "is being debugged" bar must go too.
    await detachAll();
    await connectAgain();
  });
}

async function answer(to: Channel, { id, method, params }: CommandMessage): Promise<void> {
  const message: AnswerMessage = await obey(method, params as never).then(
    (result) => ({ id, result: result ?? {} }),
    (error: unknown) => ({ id, error: CommandFault.of(error) }),
  );
  if (!to.send(message)) to.send({ id, error: TOO_LARGE });
}

const TOO_LARGE = {
  code: "protocol",
  message: "The answer is larger than the bridge carries (64 MB). Ask for a part of it.",
} as const;

function show(next: Status): void {
  status = next;
  const isOn = next.kind === "connected";
  void chrome.action.setBadgeText({ text: isOn ? "on" : next.kind === "refused" ? "!" : "" });
  void chrome.action.setBadgeBackgroundColor({ color: isOn ? "#1a7f37" : "#b35900" });
  void chrome.runtime.sendMessage(next).catch(() => undefined); // no popup is open
}
