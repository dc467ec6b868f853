import type { Channel } from "../src/bridge/channel.js";
import type { AnswerMessage, BridgeEvent, CommandMessage } from "../src/bridge/wire.js";
import { detachAll } from "./debugger.js";
import { CommandFault, obey } from "./obey.js";
import { openChannel } from "./open-channel.js";
import type { Status } from "./status.js";

/** The alarm wakes the worker this often; until then it asks by itself. */
const UNTIL_ALARM_MS = 30_000;
/** Who used the browser or the bridge lately should not wait; an idle browser asks seldom. */
const SOON_MS = 1500;
const SELDOM_MS = 10_000;
const LATELY_MS = 5 * 60_000;

let status: Status = { kind: "searching" };
let channel: Channel | undefined;
let isTrying = false;
let lastUse = 0;

export const currentStatus = (): Status => status;

export function sendEvent(event: BridgeEvent): void {
  channel?.send(event);
}

/** Somebody uses the browser: the bridge may be wanted. */
export function connectSoon(): Promise<void> {
  lastUse = Date.now();
  return connectAgain();
}

/** Looks for the bridge until it is found or the next alarm comes. Does nothing while connected. */
export async function connectAgain(): Promise<void> {
  if (channel || isTrying) return;
  isTrying = true;
  try {
    const end = Date.now() + UNTIL_ALARM_MS;
    while (Date.now() < end) {
      const opened = await openChannel();
      if (opened.channel) return serve(opened.channel, opened.status);
      show(opened.status);
      const isLately = Date.now() - lastUse < LATELY_MS;
      await new Promise((resolve) => setTimeout(resolve, isLately ? SOON_MS : SELDOM_MS));
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
    await connectSoon();
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
