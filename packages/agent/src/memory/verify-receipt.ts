import { outputHash, type Receipt } from "@genericagent/memory";
import { readEntries } from "./read-entries.js";

/** Holds a receipt against the session's journal: the call is there, succeeded, and said what the receipt says it did. */
export const verifyReceipt =
  (dataHome: string) =>
  async ({ session, call, outputHash: hash }: Receipt): Promise<string | undefined> => {
    const entries = await readEntries(dataHome, session);
    if (entries.length === 0) return "there is no such session";
    const ends = entries.filter((entry) => entry.type === "tool-end" && entry.result.callId === call);
    const end = ends.at(-1);
    if (end?.type !== "tool-end") return "the session has no such call";
    if (end.result.isError) return "the call failed";
    return outputHash(end.result.content) === hash ? undefined : "its output was another";
  };
