import { BrowserError } from "../browser-error.js";
import type { SendOptions } from "../browser-link.js";
import { Waiters } from "../cdp/waiters.js";
import type { Channel } from "./channel.js";
import type { AnswerMessage, CommandName, Commands } from "./wire.js";

/** Sends commands over whatever channel there is now, and ends each by answer, limit, signal or close. */
export class CommandLine {
  readonly #waiters = new Waiters();
  #channel: Channel | undefined;

  connect(channel: Channel): void {
    this.#channel = channel;
  }

  disconnect(error: BrowserError): void {
    this.#channel = undefined;
    this.#waiters.endAll(error);
  }

  /** `owner` can be ended by itself; `name` is what messages call the command. @throws BrowserError, or the signal's reason. */
  async ask<Name extends CommandName, Result = Commands[Name]["result"]>(
    method: Name,
    params: Commands[Name]["params"],
    options: SendOptions = {},
    { owner = "", name = method as string } = {},
  ): Promise<Result> {
    const { id, answer } = this.#waiters.add<Result>(owner, name, options);
    const channel = this.#channel;
    if (!channel) this.#waiters.refuse(id, notConnected());
    else if (!channel.send({ id, method, params })) this.#waiters.refuse(id, tooLarge(name));
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof BrowserError) || error.code === "timeout") channel?.send({ cancel: id });
      throw error;
    }
  }

  answer({ id, result, error }: AnswerMessage): void {
    if (error) this.#waiters.refuse(id, new BrowserError(error.code, error.message));
    else this.#waiters.answer(id, result);
  }

  endOwner(owner: string, error: BrowserError): void {
    this.#waiters.endAll(error, owner);
  }
}

const notConnected = (): BrowserError =>
  new BrowserError("disconnected", "The bridge is being opened again. Try again in a moment.");

const tooLarge = (name: string): BrowserError =>
  new BrowserError("protocol", `${name}: the command is larger than the bridge carries (64 MB).`);
