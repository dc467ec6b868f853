import { type Message, textOf } from "@genericagent/core-loop";

const TITLE_CHARS = 70;

/** `1 turn`, `2 turns`. */
export const countTurns = (turns: number): string => `${turns} turn${turns === 1 ? "" : "s"}`;

/** A task in a line: the beginning of its first message. */
export const titleOf = (message: Message | undefined): string =>
  message ? textOf(message).trim().replace(/\s+/g, " ").slice(0, TITLE_CHARS) : "";
