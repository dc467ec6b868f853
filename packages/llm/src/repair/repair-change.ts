/**
 * What was wrong with a message, and so what was done:
 *
 * | Code | Done |
 * | --- | --- |
 * | `unreadable-message` | no message at all, or one without content: dropped |
 * | `content-wrapped` | content that was one text or one block became a list |
 * | `unreadable-block` | `null`, an unknown type, or a field of the wrong type: dropped |
 * | `role-changed` | a role that is neither user nor assistant became the one its blocks belong to |
 * | `block-moved` | a block in a message of the wrong role got a message of the right one |
 * | `blank-text` | text of nothing but white space: dropped |
 * | `broken-character` | half a surrogate pair was replaced by U+FFFD |
 * | `trailing-space` | white space at the end of a last assistant message was cut off (`anthropic`) |
 * | `image-left-out` | an image where none is allowed, or that no provider reads: dropped, or a note in its place |
 * | `image-data` | the prefix of a data URL was taken off an image's data |
 * | `empty-message` | nothing of the message was left: dropped |
 * | `first-message` | the history began with an assistant message: a user message was put before it |
 * | `merged` | two messages of one role in a row became one |
 * | `results-first` | tool results behind other content were moved before it |
 * | `orphan-result` | a result without its call became quoted text, or was dropped where it said nothing |
 * | `missing-result` | a call without a result got one that says "not run" |
 * | `late-result` | a result that came after the next answer was moved behind its call |
 * | `double-result` | a further result of one call became quoted text, or was dropped where it says the same |
 * | `call-id` | an id that was missing, double, or not allowed on the wire was replaced, in call and result |
 * | `tool-name` | a name that is missing or not allowed on the wire was replaced |
 * | `invalid-args` | arguments that are no JSON object became one, or `invalidArgs` |
 * | `thinking-foreign` | reasoning made by another wire or provider: dropped whole |
 * | `thinking-cut` | reasoning that is no longer whole: dropped, its signature too |
 * | `thinking-unsigned` | reasoning without the proof the wire demands: dropped |
 * | `thinking-unfollowed` | reasoning that is not followed by what it led to: dropped |
 * | `thinking-double` | a reasoning item that is already in the history: dropped |
 */
export type RepairCode =
  | "unreadable-message"
  | "content-wrapped"
  | "unreadable-block"
  | "role-changed"
  | "block-moved"
  | "blank-text"
  | "broken-character"
  | "trailing-space"
  | "image-left-out"
  | "image-data"
  | "empty-message"
  | "first-message"
  | "merged"
  | "results-first"
  | "orphan-result"
  | "missing-result"
  | "late-result"
  | "double-result"
  | "call-id"
  | "tool-name"
  | "invalid-args"
  | "thinking-foreign"
  | "thinking-cut"
  | "thinking-unsigned"
  | "thinking-unfollowed"
  | "thinking-double";

/** One change to a history, as plain data. */
export interface RepairChange {
  code: RepairCode;
  /** The message's place in the array that was given, from 0. */
  index: number;
  /** What was done, in words for people. */
  what: string;
  /** The id of the call that it is about, as it was given. */
  callId?: string;
}

/** Notes a change to the message at hand. */
export type Note = (code: RepairCode, what: string, callId?: string) => void;
