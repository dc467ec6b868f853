import type { Message } from "@genericagent/core-loop";
import type { Session } from "./session.js";

/**
 * The other model's session, going on where this one stands. Thinking is dropped whole, since it binds to the model
 * that thought; ids and everything else are fitted to the other wire when they are sent.
 */
export function switchSession(from: Session, to: Session): Session {
  return to.fork(isSameModel(from, to) ? from.history : from.history.flatMap(withoutThinking));
}

export const isSameModel = (a: Session, b: Session): boolean =>
  a.wire === b.wire && a.provider === b.provider && a.model === b.model;

/** A message without its thinking; nothing where it was thinking alone. */
export function withoutThinking(message: Message): Message[] {
  if (message.role === "user" || message.content.every(({ type }) => type !== "thinking")) return [message];
  const content = message.content.filter(({ type }) => type !== "thinking");
  return content.length > 0 ? [{ role: "assistant", content }] : [];
}
