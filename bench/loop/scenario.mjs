// The same conversation for every loop: N replies that each call one tool with a small argument, then a text.
// A model gets its arguments as JSON text, as they come from a wire; who wants an object parses it.

export const SYSTEM = "You are a careful assistant. Note every number.";
export const TASK = "Note the numbers from 1 on, then say that you are done.";
export const FINAL = "All numbers are noted.";
export const TOOL_NAME = "note";
export const TOOL_DESCRIPTION = "Notes a number.";
export const TOOL_RESULT = "noted";

/** What the model says in a turn, counted from 1. */
export const replyOf = (turn, turns) =>
  turn > turns ? { text: FINAL } : { id: `call_${turn}`, args: `{"number":${turn},"reason":"next"}` };
