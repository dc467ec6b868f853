const SIGNS = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;

/** How long each sign stands. */
export const SPIN_MS = 80;

/** The sign that turns while something is worked on. */
export const spinnerSign = (): string => SIGNS[Math.floor(performance.now() / SPIN_MS) % SIGNS.length]!;
