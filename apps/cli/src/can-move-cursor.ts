/** A dumb terminal, as in an editor's shell window, shows every control sequence as it is. */
export const canMoveCursor = (): boolean => process.stdout.isTTY === true && process.env.TERM !== "dumb";
