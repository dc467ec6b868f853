/** What `ga` returns to the shell. */
export const EXIT = {
  done: 0,
  failed: 1,
  badUsage: 2,
  needsUser: 3,
  aborted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Codes of errors that mean the command line itself must change. */
const USAGE_CODES = new Set([
  "unknown-provider",
  "invalid-options",
  "unknown-session",
  "nothing-to-resume",
  "invalid-job",
  "unknown-job",
  "unknown-proposal",
]);

export const exitCodeFor = (code: string | undefined): ExitCode =>
  code !== undefined && USAGE_CODES.has(code) ? EXIT.badUsage : EXIT.failed;
