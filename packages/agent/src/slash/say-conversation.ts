import { type Message, textOf } from "@genericagent/core-loop";

const TITLE_CHARS = 70;

/** `1 turn`, `2 turns`. */
export const countTurns = (turns: number): string => `${turns} turn${turns === 1 ? "" : "s"}`;

/** The line for the working memory, which some models write in every answer. */
const SUMMARY = /<summary>[\s\S]*?<\/summary>/g;

/** What a message says to a person. */
export const wordsOf = (message: Message): string => textOf(message).replace(SUMMARY, "").trim();

/** A task in a line: the beginning of its first message. */
export const titleOf = (message: Message | undefined): string =>
  message ? textOf(message).trim().replace(/\s+/g, " ").slice(0, TITLE_CHARS) : "";
