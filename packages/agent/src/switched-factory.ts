import { switchSession } from "@genericagent/llm";
import type { SessionFactory } from "./session-factory.js";
import type { TakeOver } from "./switchable-client.js";

/** Lets a factory's session take over: with the history as far as the other model may see it, and a budget of its own. */
export const switchedFactory =
  (make: SessionFactory): TakeOver =>
  (from) =>
    make(switchSession(from, make([])).history);
