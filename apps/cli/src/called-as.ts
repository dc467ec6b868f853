/** How this program was called, for commands that a person copies: `npx` and `npm start` put it on no path. */
export const calledAs = (): string => (process.env.npm_command === undefined ? "ga" : "npx ga");
