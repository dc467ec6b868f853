import type { Guest } from "./bridge-door.js";
import type { Channel } from "./channel.js";
import { ExtensionSeat } from "./extension-seat.js";
import type { BridgeEvent, CommandMessage, WireMessage } from "./wire.js";

interface Client {
  channel: Channel;
  /** Tabs whose events this client gets. */
  attached: Set<string>;
  /** How to give up each command that is not answered yet. */
  pending: Map<number, () => void>;
}

/**
 * The heart of the master: hands the commands of all clients to the one extension, and gives each client the events
 * of the tabs that it attached. The browser lets the extension attach a tab once, so the hub counts who needs it.
 */
export class BridgeHub {
  private readonly seat: ExtensionSeat;
  private readonly clients = new Set<Client>();

  constructor(aliveWithinMs?: number) {
    this.seat = new ExtensionSeat((event) => this.spread(event), aliveWithinMs);
  }

  async admit({ role, product }: Guest): Promise<void> {
    if (role === "extension") await this.seat.makeRoom(product);
  }

  welcome(channel: Channel, { role, product }: Guest): void {
    if (role === "extension") this.seat.take(channel, product);
    else this.seatClient(channel);
  }

  private seatClient(channel: Channel): void {
    const client: Client = { channel, attached: new Set(), pending: new Map() };
    this.clients.add(client);
    channel.onMessage((message) => this.obey(client, message));
    void channel.closed.then(() => this.forget(client));
    if (this.seat.product) channel.send({ event: "browser", product: this.seat.product });
  }

  close(reason: string): void {
    for (const { channel } of this.clients) channel.close(reason);
    this.seat.leaveNow(reason);
  }

  private obey(client: Client, message: WireMessage): void {
    if ("cancel" in message) {
      client.pending.get(message.cancel)?.();
      client.pending.delete(message.cancel);
    } else if ("id" in message && "method" in message) this.command(client, message);
  }

  private command(client: Client, { id, method, params }: CommandMessage): void {
    const { tabId = "" } = params as { tabId?: string };
    if (method === "detach") this.release(client, tabId);
    if (method === "detach" || (method === "attach" && this.isAttached(tabId))) {
      if (method === "attach") client.attached.add(tabId);
      client.channel.send({ id, result: {} });
      return;
    }
    if (method === "send" && !client.attached.has(tabId)) {
      const message = `Tab ${tabId} is not attached here.`;
      client.channel.send({ id, error: { code: "tab-closed", message } });
      return;
    }
    // Before the answer: the first events may come with it.
    if (method === "attach") client.attached.add(tabId);
    const giveUp = this.seat.ask(method, params, (answer) => {
      client.pending.delete(id);
      if (method === "attach" && answer.error) client.attached.delete(tabId);
      const { result, error } = answer;
      client.channel.send(error ? { id, error } : { id, result });
    });
    client.pending.set(id, giveUp);
  }

  private spread(message: BridgeEvent): void {
    const isFor = (client: Client): boolean => {
      if (message.event === "cdp") return client.attached.has(message.cdp.tabId);
      if (message.event === "detached") return client.attached.delete(message.tabId);
      if (message.event === "no-browser") client.attached.clear();
      return true;
    };
    for (const client of this.clients) if (isFor(client)) client.channel.send(message);
  }

  private forget(client: Client): void {
    this.clients.delete(client);
    for (const giveUp of client.pending.values()) giveUp();
    for (const tabId of [...client.attached]) this.release(client, tabId);
  }

  /** The browser's notice that something debugs the tab goes away with the last client that needs it. */
  private release(client: Client, tabId: string): void {
    if (client.attached.delete(tabId) && !this.isAttached(tabId))
      this.seat.ask("detach", { tabId }, () => undefined);
  }

  private isAttached(tabId: string): boolean {
    return [...this.clients].some(({ attached }) => attached.has(tabId));
  }
}
