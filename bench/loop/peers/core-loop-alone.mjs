import { drive } from "./core-loop.mjs";

/** The loop with a client that forgets: shows whether the loop itself holds on to anything. */
export const run = (turns, note) => drive(turns, note, undefined);
