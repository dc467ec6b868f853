import type { Command, Redirected } from "unbash";
import { readWord } from "./read-word.js";
import type { ShellCommand, ShellRedirect } from "./shell-command.js";

/** What a here-document or a here-string gives a command. */
export function inputOf(node: Command | Redirected): ShellCommand["input"] {
  for (const redirect of node.redirects) {
    if (redirect.type === "HereString")
      return { text: redirect.target && readWord(redirect.target, undefined).value };
    if (redirect.type !== "HereDoc") continue;
    const isPlain = !redirect.body.parts?.some(({ type }) => type !== "Literal");
    return { text: isPlain ? redirect.body.text : undefined };
  }
  return undefined;
}

/** The files a command's input and output are turned to. */
export const redirectsOf = (node: Command | Redirected, home: string | undefined): ShellRedirect[] =>
  node.redirects.flatMap((redirect) =>
    redirect.type === "Redirect" && redirect.target
      ? [{ operator: redirect.operator, target: readWord(redirect.target, home) }]
      : [],
  );
