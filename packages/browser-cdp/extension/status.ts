/** What the popup shows. */
export type Status =
  | { kind: "searching"; last?: string }
  /** The file with the token is missing: the folder was not made by `ga browser setup`. */
  | { kind: "unpaired" }
  | { kind: "refused"; message: string }
  | { kind: "connected"; port: number; by: "socket" | "requests" };
