import { Refused } from "./bridge-door.js";
import type { Channel } from "./channel.js";
import type { AnswerMessage, BridgeEvent, CommandName, WireMessage } from "./wire.js";

type Answer = Omit<AnswerMessage, "id">;
type Answered = (answer: Answer) => void;

/** The one seat for the one extension that the bridge obeys through. */
export class ExtensionSeat {
  private channel: Channel | undefined;
  private readonly waiting = new Map<number, Answered>();
  private nextId = 1;
  product: string | undefined;

  constructor(
    private readonly onEvent: (event: BridgeEvent) => void,
    /** Milliseconds in which the extension that sits here must answer when another one comes. */
    private readonly aliveWithinMs = 2000,
  ) {}

  /**
   * Makes room for a newcomer if whoever sits here is dead: a service worker that was killed leaves its connection
   * half open.
   *
   * @throws Refused when the seat is taken by a living extension.
   */
  async makeRoom(newcomer: string): Promise<void> {
    if (!this.channel) return;
    if (await this.isAlive())
      throw new Refused(
        409,
        "busy",
        `${this.product} holds the bridge, so ${newcomer} was refused: one browser at a time. ` +
          "Turn the GenericAgent extension off in the one you do not want.",
      );
    this.channel?.close("It gave no answer when another connection came.");
  }

  take(channel: Channel, product: string): void {
    this.channel?.close("Another connection took its place.");
    this.channel = channel;
    this.product = product;
    channel.onMessage((message) => this.receive(message));
    void channel.closed.then((reason) => this.channel === channel && this.leave(reason));
    this.onEvent({ event: "browser", product });
  }

  /** Asks the extension. `answered` is called exactly once, unless the asker calls the returned function before. */
  ask(method: CommandName, params: object, answered: Answered): () => void {
    if (!this.channel) {
      answered({ error: { code: "no-extension", message: "No browser is connected to the bridge." } });
      return () => undefined;
    }
    const id = this.nextId++;
    this.waiting.set(id, answered);
    if (!this.channel.send({ id, method, params })) {
      this.waiting.delete(id);
      answered({ error: { code: "protocol", message: "The command is larger than the bridge carries." } });
    }
    return () => this.waiting.delete(id);
  }

  leaveNow(reason: string): void {
    this.channel?.close(reason);
  }

  private receive(message: WireMessage): void {
    if ("event" in message) this.onEvent(message);
    else if ("id" in message && !("method" in message)) {
      const answered = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      answered?.(message);
    }
  }

  private leave(reason: string): void {
    this.channel = undefined;
    this.product = undefined;
    const orphans = [...this.waiting.values()];
    this.waiting.clear();
    for (const answered of orphans) answered({ error: { code: "disconnected", message: reason } });
    this.onEvent({ event: "no-browser", reason });
  }

  private isAlive(): Promise<boolean> {
    return new Promise((resolve) => {
      const forget = this.ask("tabs", {}, ({ error }) => {
        clearTimeout(limit);
        resolve(!error);
      });
      const limit = setTimeout(() => {
        forget();
        resolve(false);
      }, this.aliveWithinMs);
    });
  }
}
