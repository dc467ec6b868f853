/** What kinds of things a call can do. */
export const ACTION_KINDS = [
  "read",
  "write-inside",
  "write-outside",
  "execute",
  "network",
  "browser",
  "device",
  "memory-write",
] as const;

export type ActionKind = (typeof ACTION_KINDS)[number];

/** One thing a call is about to do, as rules see it. */
export interface Action {
  kind: ActionKind;
  /** The tool that was called. */
  tool: string;
  /** What a rule's `match` is held against: an absolute path, a command line, a host. */
  target: string;
  /** Why it is dangerous, where it is: an `allow` rule must say that it means such actions too. */
  danger?: string;
  /** It runs in a sandbox. */
  sandboxed?: true;
}
