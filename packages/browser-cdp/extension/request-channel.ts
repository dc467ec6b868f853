import { type Channel, Inbox } from "../src/bridge/channel.js";
import { encode, parse } from "../src/bridge/encode.js";

/** One held request lasts 20 s at the bridge. */
const RECEIVE_LIMIT_MS = 30_000;
const SEND_LIMIT_MS = 15_000;
const MAX_FAILURES = 3;

/** The extension's end of a channel over HTTP: a request that waits for news, and requests that bring answers. */
export function requestChannel(port: number, ticket: string): Channel {
  const inbox = new Inbox();
  let settle: (reason: string) => void;
  let isOpen = true;
  let outgoing: string[] = [];
  let firstOutgoing = 1;
  let isSending = false;
  const closed = new Promise<string>((resolve) => {
    settle = resolve;
  });
  void receiveAll();
  // Requests do not keep the worker awake; a call of the extension API does.
  const awake = setInterval(() => void chrome.runtime.getPlatformInfo(), 20_000);

  function end(reason: string): void {
    isOpen = false;
    clearInterval(awake);
    settle(reason);
  }

  async function receiveAll(): Promise<void> {
    let seen = 0;
    while (isOpen) {
      const news = await post<{ first: number; messages: string[] }>("receive", { seen }, RECEIVE_LIMIT_MS);
      if (!news) return end("The bridge does not answer any more.");
      for (const text of news.messages.slice(Math.max(0, seen + 1 - news.first))) take(text);
      seen = Math.max(seen, news.first + news.messages.length - 1);
    }
  }

  function take(text: string): void {
    const message = parse(text);
    if (message && "bye" in message) end(message.bye);
    else if (message && isOpen) inbox.put(message);
  }

  /** In order, one request at a time; what comes meanwhile goes with the next. */
  async function sendAll(): Promise<void> {
    if (isSending) return;
    isSending = true;
    while (isOpen && outgoing.length > 0) {
      const messages = outgoing.slice(0, 100);
      if (!(await post("send", { first: firstOutgoing, messages }, SEND_LIMIT_MS)))
        return end("The bridge does not answer any more.");
      outgoing = outgoing.slice(messages.length);
      firstOutgoing += messages.length;
    }
    isSending = false;
  }

  async function post<Reply>(path: string, body: object, limitMs: number): Promise<Reply | undefined> {
    for (let failures = 0; isOpen && failures < MAX_FAILURES; failures++) {
      try {
        const response = await fetch(`http://127.0.0.1:${port}/${path}/${ticket}`, {
          method: "POST",
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(limitMs),
        });
        if (response.ok) return (await response.json()) as Reply;
        if (response.status < 500) return undefined; // the bridge knows us no more
      } catch {
        // Cut: the messages have numbers, so asking again loses and doubles nothing.
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return undefined;
  }

  return {
    closed,
    onMessage: inbox.onMessage,
    send(message) {
      const text = encode(message);
      if (text === undefined) return false;
      outgoing.push(text);
      void sendAll();
      return true;
    },
    close(reason) {
      outgoing.push(JSON.stringify({ bye: reason }));
      void sendAll().then(() => end(reason));
    },
  };
}
